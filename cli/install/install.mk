# install.mk - what `make install` puts where, and the library as other programs link it; read by the Makefile.
#
#   make install PREFIX=/usr/local DESTDIR=     DESTDIR goes before every path, for whoever makes packages
#   make uninstall                              takes away what `make install` puts there, and nothing else
#
# One list, `manifest`, says what is installed; installing, uninstalling and the test read it. The program holds the
# library, so that it needs no libmadrules.so.

VERSION := $(shell sed -n 's/^.define MAD_VERSION "\(.*\)"$$/\1/p' interp/mad_rules.h)
ABI     := $(shell sed -n 's/^.define MAD_ABI *\(.*\)$$/\1/p' interp/mad_rules.h)

PREFIX     ?= /usr/local
BINDIR     ?= $(PREFIX)/bin
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR    ?= $(PREFIX)/share
MANDIR     ?= $(DATADIR)/man
DOCDIR     ?= $(DATADIR)/doc/mad

# What people read, in the folders in which the pages name each other.
DOCUMENTS := LICENSE README.md cli/CHANGES.md $(sort $(wildcard grammar/*.md)) stdlib/README.md \
             $(sort $(wildcard rules/*.md rules/examples/*.mad rules/pictures/*.svg)) \
             $(sort $(shell find grammar/editors -type f))

PUBLIC_HEADERS := interp/mad_rules.h interp/mad_record.h interp/mad_solve.h interp/mad_survey.h interp/mad_learn.h

# --- the library ---------------------------------------------------------------------------------------

build/install/libmadrules.map: cli/install/exports.sh $(PUBLIC_HEADERS)
	@mkdir -p $(@D)
	$(Q)CC='$(CC)' cli/install/exports.sh map $(ABI) $(PUBLIC_HEADERS) >$@

build/install/libmadrules.list: cli/install/exports.sh $(PUBLIC_HEADERS)
	@mkdir -p $(@D)
	$(Q)CC='$(CC)' cli/install/exports.sh list $(PUBLIC_HEADERS) >$@

# A name that a header declares and nothing defines is an error here, not at its first user's.
build/shared/libmadrules.so: $(LIBRARY_OBJECTS:%=build/shared/%) build/shared/objects build/install/libmadrules.map
	$(call SAY,link $@)
	$(Q)$(CC) -shared $(LDFLAGS) -Wl,-soname,libmadrules.so.$(ABI) -Wl,--no-undefined-version -Wl,--no-undefined \
	    -Wl,--version-script=build/install/libmadrules.map -o $@ $(filter %.o,$^) -lm

# One object, in which the library's inner names can meet nobody else's.
build/install/libmadrules.a: $(LIBRARY_OBJECTS:%=build/shared/%) build/shared/objects build/install/libmadrules.list
	$(call SAY,archive $@)
	$(Q)ld -r -o build/install/madrules.o $(filter %.o,$^)
	$(Q)objcopy --keep-global-symbols=build/install/libmadrules.list build/install/madrules.o
	@rm -f $@
	$(Q)ar rcs $@ build/install/madrules.o

build/install/madrules.pc: cli/install/madrules.pc.in interp/mad_rules.h always
	@mkdir -p $(@D)
	$(Q)sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	    -e 's|@VERSION@|$(VERSION)|' cli/install/madrules.pc.in >$@

# --- pages and completions ---------------------------------------------------------------------------------

COMMANDS := $(shell sed -n 's|^CLI_COMMAND.\([a-z]*\),.*|\1|p' cli/commands.def)
PAGES    := mad.1 $(COMMANDS:%=mad-%.1) mad-language.5

build/install/mad.1: build/release/mad
	@mkdir -p $(@D)
	$(Q)build/release/mad help --man >$@

build/install/mad-%.1: build/release/mad
	@mkdir -p $(@D)
	$(Q)build/release/mad help $* --man >$@

build/install/mad-language.5: cli/install/page.awk grammar/README.md interp/mad_rules.h
	@mkdir -p $(@D)
	$(Q)awk -v name=mad-language -v section=5 -v version=$(VERSION) -v purpose='the language of rule files' \
	    -f cli/install/page.awk grammar/README.md >$@

build/install/completion.%: build/release/mad
	@mkdir -p $(@D)
	$(Q)build/release/mad help --completion $* >$@

.PHONY: shared
shared: build/shared/libmadrules.so ## the library for programs in other languages, as in tests/examples

# --- installing ----------------------------------------------------------------------------------------

# A line each: mode, file here, path there; `link`, what it names, path there.
define manifest
755 build/release/mad $(BINDIR)/mad
644 build/shared/libmadrules.so $(LIBDIR)/libmadrules.so.$(VERSION)
link libmadrules.so.$(VERSION) $(LIBDIR)/libmadrules.so.$(ABI)
link libmadrules.so.$(ABI) $(LIBDIR)/libmadrules.so
644 build/install/libmadrules.a $(LIBDIR)/libmadrules.a
644 build/install/madrules.pc $(LIBDIR)/pkgconfig/madrules.pc
$(foreach header,$(PUBLIC_HEADERS),644 $(header) $(INCLUDEDIR)/$(notdir $(header))
)$(foreach page,$(PAGES),644 build/install/$(page) $(MANDIR)/man$(subst .,,$(suffix $(page)))/$(page)
)644 build/install/completion.bash $(DATADIR)/bash-completion/completions/mad
644 build/install/completion.zsh $(DATADIR)/zsh/vendor-completions/_mad
644 build/install/completion.fish $(DATADIR)/fish/vendor_completions.d/mad.fish
$(foreach file,$(DOCUMENTS) $(RULE_FILES) $(LEARNED_FILES),644 $(file) $(DOCDIR)/$(file)
)
endef

MANIFEST_FILES = $(filter build/%,$(manifest))

# Writing the list needs nothing built: uninstalling must not build first.
.PHONY: build/install/manifest
build/install/manifest:
	@: $(shell mkdir -p $(@D))$(file >$@,$(manifest))

.PHONY: installable
installable: $(MANIFEST_FILES)

.PHONY: install
install: $(MANIFEST_FILES) build/install/manifest ## install program, library and pages below PREFIX (/usr/local)
	@while read -r mode from to; do \
	    case $$mode in \
	    '') ;; \
	    link) mkdir -p "$(DESTDIR)$${to%/*}" && ln -sf "$$from" "$(DESTDIR)$$to" ;; \
	    *) install -D -m $$mode "$$from" "$(DESTDIR)$$to" ;; \
	    esac || exit 1; \
	done <build/install/manifest
	@echo "installed mad $(VERSION) below $(DESTDIR)$(PREFIX)"

.PHONY: uninstall
uninstall: build/install/manifest ## take away what `make install` with the same PREFIX has put there
	@while read -r mode from to; do \
	    [ -z "$$mode" ] || rm -f "$(DESTDIR)$$to" || exit 1; \
	done <build/install/manifest
	@for folder in $(sort $(dir $(filter-out LICENSE README.md,$(DOCUMENTS)))); do \
	    rmdir -p --ignore-fail-on-non-empty "$(DESTDIR)$(DOCDIR)/$$folder" 2>/dev/null || true; \
	done

.PHONY: test-install
test-install: $(MANIFEST_FILES) | install-tools ## install into an empty folder, and build the examples against that
	@tests/run_install.sh

.PHONY: install-tools
install-tools:
	@$(call install_missing,g++ pkgconf python3 mandoc zsh fish)

# --- Debian --------------------------------------------------------------------------------------------

# As Debian's own tools do it, DEBFULLNAME and DEBEMAIL say who makes the packages. All that has to be installed to
# build, says HEADERS; what is in every Debian that builds is left out.
MAINTAINER    ?= $(or $(DEBFULLNAME),The mad authors) <$(or $(DEBEMAIL),mad@localhost)>
empty         :=
comma         := ,
BUILD_DEPENDS  = $(subst $(empty) ,$(comma) ,$(strip bison flex \
                   $(filter-out libc6-dev,$(foreach pair,$(HEADERS),$(lastword $(subst =, ,$(pair)))))))
DEB           := build/deb/mad-$(VERSION)

.PHONY: deb
deb: deb-tools build/install/libmadrules.list ## Debian packages, in build/deb
	@rm -rf build/deb && mkdir -p $(DEB)
	@tar -cf - --exclude=__pycache__ LICENSE Makefile README.md cli grammar interp rules stdlib tests | tar -xf - -C $(DEB)
	@mv $(DEB)/cli/install/debian $(DEB)/debian
	@sed -e 's|@MAINTAINER@|$(MAINTAINER)|' -e 's|@BUILD_DEPENDS@|$(BUILD_DEPENDS)|' $(DEB)/debian/control.in >$(DEB)/debian/control
	@rm $(DEB)/debian/control.in
	@cli/install/changelog.sh cli/CHANGES.md '$(MAINTAINER)' >$(DEB)/debian/changelog
	@{ echo 'libmadrules.so.$(ABI) libmadrules$(ABI) #MINVER#'; echo ' LIBMADRULES_$(ABI)@LIBMADRULES_$(ABI) $(VERSION)'; \
	    sed 's/.*/ &@LIBMADRULES_$(ABI) $(VERSION)/' build/install/libmadrules.list; } >$(DEB)/debian/libmadrules$(ABI).symbols
	@cd $(DEB) && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u WERROR dpkg-buildpackage -us -uc -b
	@ls build/deb/*.deb

.PHONY: test-deb
test-deb: deb ## the packages, and no error that lintian finds in them
	@# Whose address it is is known to who sets DEBEMAIL.
	lintian --fail-on error --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog build/deb/*.changes

.PHONY: deb-tools
deb-tools:
	@$(call install_missing,lintian fakeroot $(shell dpkg -s build-essential >/dev/null 2>&1 || echo build-essential) $(shell command -v dh >/dev/null || echo debhelper))
