# Makefile - builds, tests and plays `mad`. One file, not recursive; everything made lands in build/.
#
# Each build (release, portable, asan, clang) is a compiler with its flags and a folder build/<name>/ of its own,
# so they stand side by side. Sources are found by folder: a new file needs no line here. What is installed, and how,
# says cli/install/install.mk.
# WERROR=1 turns warnings into errors; PORTABLE=1 leaves out what only newer x86-64 processors have;
# V=1 shows the commands.

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
ifeq ($(filter clean,$(MAKECMDGOALS)),)
MAKEFLAGS += --jobs=$(shell nproc 2>/dev/null || echo 1)
endif

ifeq ($(origin CC),default)
CC := gcc
endif

GAME ?= mad-elephant-chess

# --- compilers and flags ---------------------------------------------------------------------------

STANDARD := -std=c11 -D_POSIX_C_SOURCE=200809L
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wswitch-enum -Wundef -Wformat=2 \
            $(if $(WERROR),-Werror)

# Sets of squares are compressed with PEXT and copied as vectors where the processor can.
CPU_FLAGS := $(shell [ -z '$(PORTABLE)' ] && grep -qsw bmi2 /proc/cpuinfo && grep -qsw avx2 /proc/cpuinfo \
               && echo -mavx2 -mbmi -mbmi2 -mpopcnt -mlzcnt)

# How vectors are passed that are wider than the processor's is the compiler's business alone: no such function is
# called from outside.
PLAIN_FLAGS := -Wno-psabi

# A loop over a set need not know beforehand where it ends: gcc would count the squares to tell. And instructions
# that end alike stay apart, each with its own jump to the next.
LOOP_FLAGS := $(shell $(CC) -fno-tree-scev-cprop -fno-crossjumping -x c -c /dev/null -o /dev/null 2>/dev/null \
                && echo -fno-tree-scev-cprop -fno-crossjumping)

BUILDS := release asan clang portable shared mutant

COMPILER_release  = $(CC)
FLAGS_release     = $(CPPFLAGS) $(CFLAGS) -O3 -fno-tree-vectorize $(LOOP_FLAGS) $(or $(CPU_FLAGS),$(PLAIN_FLAGS))
COMPILER_portable = $(CC)
FLAGS_portable    = -O3 -fno-tree-vectorize $(LOOP_FLAGS) $(PLAIN_FLAGS)
COMPILER_clang    = clang
FLAGS_clang       = -O2 $(or $(CPU_FLAGS),$(PLAIN_FLAGS))
COMPILER_asan     = $(CC)
# A program that is not moved about when it starts starts in two thirds of the time, and tests start it some thousand times.
FLAGS_asan        = -O1 -g -fno-pie -no-pie -fno-omit-frame-pointer -fsanitize=address,undefined \
                    -fno-sanitize-recover=all $(or $(CPU_FLAGS),$(PLAIN_FLAGS))

# The library as others link it.
COMPILER_shared   = $(CC)
FLAGS_shared      = $(FLAGS_release) -fPIC -fno-semantic-interposition

# For mutants.py: quick to compile, and quick enough. Who leaves an array is stopped, as by the sanitizers of .ci/run.
COMPILER_mutant   = $(CC)
FLAGS_mutant      = -O1 -fsanitize=bounds -fsanitize-undefined-trap-on-error $(or $(CPU_FLAGS),$(PLAIN_FLAGS))

LIBRARIES := -lncursesw -ltinfo -lcjson -lm -pthread

# --- sources ---------------------------------------------------------------------------------------

# The machine is compiled once for each width of a set of squares.
WIDTHS          := 64 128 256 1024
WIDE_SOURCES    := interp/vm/w_run.c
LIBRARY_SOURCES := $(filter-out $(WIDE_SOURCES),$(wildcard grammar/*.c interp/*.c interp/*/*.c))
CLI_SOURCES     := $(wildcard cli/*.c cli/*/*.c)
UNIT_SOURCES    := $(wildcard tests/unit/test_*.c)
SUPPORT_SOURCES := $(filter-out $(UNIT_SOURCES),$(wildcard tests/unit/*.c))
TOOL_SOURCES    := $(wildcard tests/*.c)
SECOND_SOURCES  := $(wildcard tests/reference/*.c)
MEANING_SOURCES := $(wildcard tests/meaning/*.c)
DRAWN_SOURCES   := $(wildcard tests/generate/*.c)

GENERATED := $(patsubst grammar/%.y,gen/%.c,$(wildcard grammar/*.y)) \
             $(patsubst grammar/%.l,gen/%.c,$(wildcard grammar/*.l)) embedded.c
GENERATED_HEADERS := $(patsubst %.c,build/%.h,$(filter gen/%,$(GENERATED))) build/crib.def

LIBRARY_OBJECTS := $(LIBRARY_SOURCES:.c=.o) $(GENERATED:.c=.o) \
                   $(foreach bits,$(WIDTHS),$(WIDE_SOURCES:.c=.$(bits).o))
CLI_OBJECTS     := $(CLI_SOURCES:.c=.o)
SUPPORT_OBJECTS := $(SUPPORT_SOURCES:.c=.o)
UNIT_TESTS      := $(UNIT_SOURCES:.c=)
TOOLS           := $(TOOL_SOURCES:.c=)
SECOND_OBJECTS  := $(SECOND_SOURCES:.c=.o)
MEANING_OBJECTS := $(MEANING_SOURCES:.c=.o)
DRAWN_OBJECTS   := $(DRAWN_SOURCES:.c=.o) $(filter-out %/compare.o,$(MEANING_OBJECTS))

RULE_FILES := $(sort $(wildcard stdlib/*.mad rules/*.mad))
LEARNED_FILES := $(sort $(wildcard rules/*.learned))
C_FILES    := $(wildcard grammar/*.[ch] grammar/editors/tree-sitter/src/[lps]*.[ch] interp/*.[ch] interp/*/*.[ch] cli/*.[ch] cli/*/*.[ch] tests/*.[ch] \
                tests/unit/*.[ch] tests/reference/*.[ch] \
                tests/meaning/*.[ch] tests/generate/*.[ch] tests/examples/*.c tests/examples/*.cpp)

# --- what people type --------------------------------------------------------------------------------

.PHONY: all
all: mad ## build ./mad (the default)

.PHONY: play
play: mad ## play Mad Elephant Chess; GAME=name for another shipped game
	@./mad play $(GAME)

TEST_TOOLS := $(addprefix build/release/tests/,second rules_meaning random_pgn random_rules count_moves)

.PHONY: test
test: mad unit $(TEST_TOOLS) ## unit tests, transcripts, tests in rule files and in the manual, quick counts of moves
	@tests/run_all.sh quick

.PHONY: test-deep
test-deep: mad unit $(TEST_TOOLS) ## the same with all counts of moves, however long they take
	@tests/run_all.sh deep

.PHONY: unit
unit: $(UNIT_TESTS:%=build/release/%) build/release/tests/count_moves ## build the unit tests, without running them

.PHONY: bless
bless: mad ## rewrite the expected transcripts in tests/cli from what ./mad now says
	@tests/run_cli.sh --bless

.PHONY: bench
bench: mad build/release/tests/measure build/release/tests/random_pgn ## speed of counting moves, time and memory of starting
	@tests/bench.sh

.PHONY: bench-peers
bench-peers: mad ## the same counts beside other programs that are installed
	@tests/bench_peers.sh

.PHONY: instructions
instructions: mad lint-tools ## compare the instructions of fixed counts with the table in tests/
	@tests/run_instructions.sh

.PHONY: growth
growth: mad lint-tools ## how the work of counting grows with board, men and kinds
	@tests/growth.sh

.PHONY: asan
asan: build/asan/mad $(UNIT_TESTS:%=build/asan/%) $(TOOLS:%=build/asan/%) build/asan/tests/second build/asan/tests/rules_meaning build/asan/tests/random_rules ## build/asan/mad and all tests with address and undefined sanitizers

.PHONY: clang
clang: build/clang/mad $(UNIT_TESTS:%=build/clang/%) build/clang/tests/count_moves ## the same with clang, in build/clang

.PHONY: portable
portable: build/portable/mad build/portable/tests/count_moves ## build/portable/mad, without what only newer processors have

.PHONY: fuzz
fuzz: build/asan/tests/fuzz_rules ## mutate rule files for FUZZ_SECONDS (60) against the sanitizer build
	@build/asan/tests/fuzz_rules --seconds $(or $(FUZZ_SECONDS),60) --seed $(or $(FUZZ_SEED),1) \
	    $(RULE_FILES)

.PHONY: fuzz-protocols
fuzz-protocols: build/asan/mad ## damaged sessions of UCI, USI, XBoard's protocol and JSON for FUZZ_SECONDS (20) from FUZZ_SEED
	@tests/fuzz_protocols.py $(or $(FUZZ_SECONDS),20) $(or $(FUZZ_SEED),1)

.PHONY: fuzz-games
fuzz-games: build/asan/tests/random_rules ## draw rule files for FUZZ_SECONDS (60) from FUZZ_SEED (a new one), play them in every way
	@build/asan/tests/random_rules --seconds $(or $(FUZZ_SECONDS),60) \
	    --seed $(or $(FUZZ_SEED),$(shell date +%s)000)

MUTANT_BASE := build/mutant/mad build/mutant/libmadcli.a $(UNIT_TESTS:%=build/mutant/%) build/mutant/tests/count_moves \
               build/mutant/tests/rules_meaning build/mutant/tests/random_rules

.PHONY: mutant-base
mutant-base: $(MUTANT_BASE)

.PHONY: mutants
mutants: mutant-base ## put MUTANTS (10) faults into the compiler and the machine, one by one: do the tests notice?
	@nice tests/mutants.py --count $(or $(MUTANTS),10) $(if $(MUTANT_SEED),--seed $(MUTANT_SEED))

.PHONY: faults
faults: mad ## every command when memory runs out, and when nothing can be written
	@tests/run_faults.sh

.PHONY: lint
lint: lint-tools mad build/release/tests/tokens ## layers, format of the C sources, `mad lint` on all rule files
	@tests/lint.sh $(C_FILES)

.PHONY: pages
pages: mad build/release/tests/tokens ## rewrite the pages made from rule files and from diagnostic.def, and what interp/README.md shows
	@tests/pages.py
	@tests/editors.py
	@tests/behind.py
	@tests/check_page.py --write interp/README.md rules/TUTORIAL.md

.PHONY: lint-score
lint-score: mad ## which share of slips `mad lint` notices, by kind (SCORE_ROUNDS of each, 40)
	@tests/lint_score.py --rounds $(or $(SCORE_ROUNDS),40)

.PHONY: slip-score
slip-score: mad ## how often `mad lint` guesses what was meant by a slip
	@tests/slips.py

.PHONY: format
format: lint-tools mad ## lay out C sources with clang-format, rule files with mad fmt
	clang-format -i $(C_FILES)
	@./mad fmt $(RULE_FILES) $(wildcard rules/examples/*.mad tests/rules/*.mad)

.PHONY: clean
clean: ## remove everything that was built
	rm -rf build mad

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# --- what has to be installed ------------------------------------------------------------------------

# $(call install_missing,commands named like their package or command=package ...,header=package ...)
define install_missing
missing=; PATH=$$PATH:/usr/games; \
for tool in $(1); do command -v $${tool%=*} >/dev/null 2>&1 || missing="$$missing $${tool#*=}"; done; \
for pair in $(2); do \
    echo "#include <$${pair%=*}>" | gcc -E -x c - >/dev/null 2>&1 || missing="$$missing $${pair#*=}"; \
done; \
[ -n "$$missing" ] || exit 0; \
command -v apt-get >/dev/null 2>&1 || { echo "mad needs:$$missing (no apt-get here: please install)" >&2; exit 1; }; \
if [ "$$(id -u)" = 0 ]; then as_root=env; \
elif command -v sudo >/dev/null 2>&1; then as_root="sudo env"; \
else echo "mad needs:$$missing (please install, or run as root)" >&2; exit 1; fi; \
echo "installing$$missing"; \
$$as_root apt-get -q update </dev/null && \
$$as_root DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends $$missing </dev/null
endef

HEADERS := stdio.h=libc6-dev cmocka.h=libcmocka-dev curses.h=libncurses-dev cjson/cJSON.h=libcjson-dev

.PHONY: deps
deps: ## install what is missing to build and test (with apt-get)
	@$(call install_missing,gcc flex bison python3,\
	    $(HEADERS))

.PHONY: lint-tools
lint-tools: ## install what is missing for `make lint` and `make clang`
	@$(call install_missing,clang clang-format python3 valgrind)

.PHONY: peers
peers: mad ## install other programs that play or edit, and try mad with them
	@$(call install_missing,fairy-stockfish sjaakii fairymax xboard Xvfb=xvfb xauth pgn-extract nvim=neovim)
	@tests/run_others.sh

# Looked for when this file is new; `make deps` looks again.
build/deps: Makefile
	@$(call install_missing,gcc flex bison python3,\
	    $(HEADERS))
	@mkdir -p build && touch $@

# --- generated sources -------------------------------------------------------------------------------

build/gen/%.c build/gen/%.h &: grammar/%.y | build/deps
	@mkdir -p build/gen
	$(call SAY,bison $<)
	$(Q)bison -Wall --defines=build/gen/$*.h --output=build/gen/$*.c $<

build/gen/%.c build/gen/%.h &: grammar/%.l | build/deps
	@mkdir -p build/gen
	$(call SAY,flex $<)
	$(Q)flex --header-file=build/gen/$*.h --outfile=build/gen/$*.c $<

build/rule-files: always
	@$(call write_if_changed,$(RULE_FILES) $(LEARNED_FILES))

build/embedded.c: interp/embed.sh $(RULE_FILES) $(LEARNED_FILES) build/rule-files
	$(call SAY,embed stdlib and rules)
	$(Q)sh interp/embed.sh $(RULE_FILES) $(LEARNED_FILES) >$@

build/crib.def: cli/lsp/crib.sh grammar/README.md
	@mkdir -p $(@D)
	$(Q)sh cli/lsp/crib.sh grammar/README.md >$@

# A file that holds a line, and is new only when the line is.
define write_if_changed
mkdir -p $(@D); line='$(strip $(1))'; \
[ -f $@ ] && [ "$$line" = "$$(cat $@)" ] || printf '%s\n' "$$line" >$@
endef

.PHONY: always
always:

# --- builds ------------------------------------------------------------------------------------------

COMPILE = -MMD -MP $(STANDARD) $(WARNINGS) -I. -c -o $@ $<

# Say what is made in a word, or show the command.
Q    := $(if $(V),,@)
SAY   = @$(if $(V),:,echo " " $(1))

# $(1): name of the build. Objects mirror the source tree below build/$(1).
define build_rules
build/$(1)/flags: always | build/deps
	@$$(call write_if_changed,$$(COMPILER_$(1)) $$(FLAGS_$(1)) $$(STANDARD) $$(WARNINGS))

build/$(1)/objects: always
	@$$(call write_if_changed,$$(LIBRARY_OBJECTS) $$(CLI_OBJECTS))

build/$(1)/%.o: %.c build/$(1)/flags | build/deps $$(GENERATED_HEADERS)
	@mkdir -p $$(@D)
	$$(call SAY,compile $$<)
	$$(Q)$$(COMPILER_$(1)) $$(FLAGS_$(1)) $$(EXTRA) $$(COMPILE)

build/$(1)/%.o: build/%.c build/$(1)/flags | build/deps $$(GENERATED_HEADERS)
	@mkdir -p $$(@D)
	$$(call SAY,compile $$<)
	$$(Q)$$(COMPILER_$(1)) $$(FLAGS_$(1)) -Igrammar $$(COMPILE)

build/$(1)/grammar/%.o: EXTRA = -Ibuild/gen -Igrammar

$$(foreach bits,$(WIDTHS),$$(eval $$(call width_rule,$(1),$$(bits))))

build/$(1)/libmadrules.a: $$(LIBRARY_OBJECTS:%=build/$(1)/%) build/$(1)/objects
	@rm -f $$@
	$$(Q)ar rcs $$@ $$(filter %.o,$$^)

# The commands as a library, so that unit tests can reach what lies behind main().
build/$(1)/libmadcli.a: $$(CLI_OBJECTS:%=build/$(1)/%) build/$(1)/objects
	@rm -f $$@
	$$(Q)ar rcs $$@ $$(filter %.o,$$^)

build/$(1)/mad: $$(CLI_OBJECTS:%=build/$(1)/%) build/$(1)/libmadrules.a
	$$(call SAY,link $$@)
	$$(Q)$$(COMPILER_$(1)) $$(FLAGS_$(1)) $$(LDFLAGS) -o $$@ $$(filter %.o %.a,$$^) $$(LIBRARIES)

$$(UNIT_TESTS:%=build/$(1)/%): %: %.o $$(SUPPORT_OBJECTS:%=build/$(1)/%) \
        build/$(1)/libmadcli.a build/$(1)/libmadrules.a
	$$(call SAY,link $$@)
	$$(Q)$$(COMPILER_$(1)) $$(FLAGS_$(1)) -o $$@ $$^ -lcmocka $$(LIBRARIES)

$$(TOOLS:%=build/$(1)/%): %: %.o build/$(1)/libmadrules.a
	$$(call SAY,link $$@)
	$$(Q)$$(COMPILER_$(1)) $$(FLAGS_$(1)) $$(LINKED) -o $$@ $$^ -lm -pthread

# It stands between lexer and parser.
build/$(1)/tests/tokens: LINKED = -Wl,--wrap=mad_yylex

# A second opinion on the rules: all of tests/reference is one program.
build/$(1)/tests/second: $$(SECOND_OBJECTS:%=build/$(1)/%) build/$(1)/libmadrules.a
	$$(call SAY,link $$@)
	$$(Q)$$(COMPILER_$(1)) $$(FLAGS_$(1)) -o $$@ $$^ -lm -pthread

# What the rules mean, by the manual alone: all of tests/meaning is one program.
build/$(1)/tests/rules_meaning: $$(MEANING_OBJECTS:%=build/$(1)/%) build/$(1)/libmadrules.a
	$$(call SAY,link $$@)
	$$(Q)$$(COMPILER_$(1)) $$(FLAGS_$(1)) -o $$@ $$^ -lm -pthread

# Rule files drawn at random: all of tests/generate is one program.
build/$(1)/tests/random_rules: $$(DRAWN_OBJECTS:%=build/$(1)/%) build/$(1)/libmadrules.a
	$$(call SAY,link $$@)
	$$(Q)$$(COMPILER_$(1)) $$(FLAGS_$(1)) -o $$@ $$^ -lm -pthread
endef

# $(1): name of the build, $(2): bits of a set of squares.
define width_rule
build/$(1)/%.$(2).o: %.c build/$(1)/flags | build/deps $$(GENERATED_HEADERS)
	@mkdir -p $$(@D)
	$$(call SAY,compile $$< for $(2) squares)
	$$(Q)$$(COMPILER_$(1)) $$(FLAGS_$(1)) $(PLAIN_FLAGS) -DMAD_BITS=$(2) $$(COMPILE)
endef

$(foreach build,$(BUILDS),$(eval $(call build_rules,$(build))))

build/clang/flags: | lint-tools

# A game that is being played keeps its program.
mad: build/release/mad
	@cp --remove-destination $< $@

include cli/install/install.mk

# Objects are wanted again; headers that they read are noted beside them.
.SECONDARY:
-include $(shell [ -d build ] && find build -path build/deb -prune -o -name '*.d' -type f -print)
