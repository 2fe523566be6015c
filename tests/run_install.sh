#!/bin/bash
# run_install.sh - installs into an empty folder and uses what is there as a stranger would: headers, both libraries,
# pkg-config, the examples of tests/examples; then uninstalls.
#
# usage: tests/run_install.sh, from the top folder (make test-install). Needs g++, pkgconf, mandoc, zsh, fish.
set -u
. tests/tally.sh

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
export PKG_CONFIG_PATH=$stage/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$stage LD_LIBRARY_PATH=$stage/usr/lib
lib=$stage/usr/lib
work=$stage/work
headers=$(sed -n "s/^PUBLIC_HEADERS := //p" cli/install/install.mk)
strict=(-Wall -Wextra -Wpedantic -Wconversion -Werror)

# same NAME WANTED CAME: two texts that have to be alike.
same() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1"
        diff <(echo "$2") <(echo "$3") | head -20
    fi
}

staged() { make --silent DESTDIR="$stage" PREFIX=/usr "$1"; }

tally_step "make install" staged install
mkdir -p "$work"

# What is seen from outside is what the headers declare.
declared=$(cli/install/exports.sh list $headers)
shown() { nm --defined-only --extern-only "$@" | awk 'NF == 3 && $2 != "A" { print $3 }' | sed 's/@.*//' | LC_ALL=C sort; }
same "names in libmadrules.so" "$declared" "$(shown -D "$lib/libmadrules.so")"
same "names in libmadrules.a" "$declared" "$(shown "$lib/libmadrules.a")"
same "all of them are ours" "" "$(grep -v '^mad_' <<<"$declared")"

# One version, in all places that tell it.
version=$(sed -n 's/^#define MAD_VERSION "\(.*\)"$/\1/p' interp/mad_rules.h)
abi=$(sed -n 's/^#define MAD_ABI *//p' interp/mad_rules.h)
same "version of the program" "mad $version" "$("$stage/usr/bin/mad" --version)"
same "version for pkg-config" "$version" "$(pkgconf --modversion madrules)"
same "version that was changed last" "$version" "$(sed -n 's/^## \([0-9.]*\).*/\1/p' cli/CHANGES.md | head -1)"
same "soname" "libmadrules.so.$abi" "$(readelf -d "$lib/libmadrules.so" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')"

# Each header stands alone, in C and in C++.
for header in $headers; do
    echo "#include <${header##*/}>" >"$work/alone.c"
    cp "$work/alone.c" "$work/alone.cpp"
    tally_step "${header##*/} in C11" gcc -std=c11 "${strict[@]}" $(pkgconf --cflags madrules) -c "$work/alone.c" -o "$work/alone.o"
    tally_step "${header##*/} in C++11" g++ -std=c++11 "${strict[@]}" $(pkgconf --cflags madrules) -c "$work/alone.cpp" -o "$work/alone.o"
done

# The examples. 20 moves and 8902 positions: https://www.chessprogramming.org/Perft_Results
chess="a3 a4 Na3 Nc3 b3 b4 c3 c4 d3 d4 e3 e4 f3 f4 Nf3 Nh3 g3 g4 h3 h4"
examples=tests/examples
tally_step "C example" gcc -std=c11 "${strict[@]}" $examples/list_moves.c $(pkgconf --cflags --libs madrules) -o "$work/list_moves"
same "moves and count of chess in C" "$chess 8902" "$("$work/list_moves" chess 3 | xargs)"
same "needs the library by its soname" "libmadrules.so.$abi" "$(readelf -d "$work/list_moves" | sed -n 's/.*NEEDED.*\[\(libmad.*\)\]/\1/p')"
tally_step "C example, library inside" gcc -std=c11 $examples/list_moves.c $(pkgconf --cflags madrules) "$lib/libmadrules.a" -lm -pthread -o "$work/count_inside"
same "count of chess, library inside" 8902 "$(LD_LIBRARY_PATH= "$work/count_inside" chess 3 | tail -1)"
tally_step "C++ example" g++ -std=c++11 "${strict[@]}" $examples/play_itself.cpp $(pkgconf --cflags --libs madrules) -o "$work/play_itself"
"$work/play_itself" crazyhouse 500 12 >"$work/game.pgn" || echo "play_itself failed" >"$work/game.pgn"
tally_step "the game that it played is one" "$stage/usr/bin/mad" pgn check "$work/game.pgn"
same "and has 12 half moves, 13 positions" 13 "$("$stage/usr/bin/mad" pgn to-epd "$work/game.pgn" | grep -c .)"
tally_step "Python example" python3 $examples/game.py "libmadrules.so.$abi"

# A page for each command, and no page with a fault. Dates are left out, so that pages made again are the same.
man=$stage/usr/share/man
same "pages of the commands" "$(sed -n 's/^CLI_COMMAND(\([a-z]*\),.*/mad-\1.1/p' cli/commands.def | sort)" "$(cd "$man/man1" && ls mad-*.1 | sort)"
for page in "$man"/man1/*.1 "$man"/man5/*.5; do
    same "faults in ${page##*/}" "" "$(mandoc -T lint -W warning "$page" | grep -v 'missing date')"
done
same "page of play tells of its options" "--fen TEXT" "$(mandoc -T ascii "$man/man1/mad-play.1" | sed 's/.\x08//g' | grep -o -- '--fen TEXT')"
same "page of the language has the examples" 'game "Corner Race"' "$(mandoc -T ascii "$man/man5/mad-language.5" | sed 's/.\x08//g' | grep -o 'game "Corner Race"' | head -1)"

# Pages for people, which find each other where they lie.
doc=$stage/usr/share/doc/mad
same "pages to read" "$(ls LICENSE README.md cli/CHANGES.md grammar/*.md stdlib/README.md rules/*.md rules/examples/*.mad rules/pictures/*.svg && find grammar/editors -type f | sort)" \
    "$(cd "$doc" && ls LICENSE README.md cli/CHANGES.md grammar/*.md stdlib/README.md rules/*.md rules/examples/*.mad rules/pictures/*.svg && find grammar/editors -type f | sort)"
for page in grammar/README.md stdlib/README.md rules/TUTORIAL.md; do
    links=$(grep -o '](\([^)#:]*\.md\)' "$page" | sed 's/](//' | sort -u)
    same "pages that $page leads to" "$links" "$(cd "$doc/${page%/*}" && for link in $links; do [ -e "$link" ] && echo "$link"; done)"
done

# Completions, asked as the shells ask them.
completion=$stage/usr/share/bash-completion/completions/mad
bash_completes() {
    bash -c 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mad; echo "${COMPREPLY[*]}"' "$completion" "$@"
}
same "bash: commands" "play playout" "$(bash_completes mad pl)"
same "bash: games" "shogi shogi:shogi-impasse shoshogi shouse" "$(bash_completes mad play sho)"
same "bash: files" "tests/cli/boards.mad" "$(bash_completes mad lint tests/cli/boards.m)"
same "bash: options" "--fen --fen-style" "$(bash_completes mad moves chess --fe)"
same "bash: words of an option" "program" "$(bash_completes mad play chess --first p)"
same "bash: --name=word" "you" "$(bash_completes mad play chess --first = y)"
same "bash: a number" "" "$(bash_completes mad play chess --depth "")"
same "bash: behind a flag" "amazon amazon:georgian-chess amazons" "$(bash_completes mad play --flip amaz)"
same "bash: a variant, in three words" "georgian-chess" "$(bash_completes mad play amazon : ge)"
same "bash: all variants of a game" "georgian-chess" "$(bash_completes mad play amazon :)"
same "bash: variants behind their option" "georgian-chess" "$(bash_completes mad play amazon --variant "")"
same "bash: what a new game is like" "seirawan" "$(bash_completes mad new mine --like seir)"
same "bash: words of an operand" "check" "$(bash_completes mad pgn chec)"
same "bash: findings" "MAD001" "$(bash_completes mad explain MAD001)"
zsh_variants() { zsh -fc "autoload -Uz compinit; compinit -u -d $work/dump; compadd() { shift; echo \$*; }; words=(mad $*)
    source $stage/usr/share/zsh/vendor-completions/_mad; _mad_variants" 2>/dev/null | xargs; }
same "zsh: variants of the game in the line" "georgian-chess" "$(zsh_variants play amazon --variant)"
tally_step "zsh reads its completions" zsh -n "$stage/usr/share/zsh/vendor-completions/_mad"
fish_completes() { HOME=$work XDG_CONFIG_HOME=$work fish -c "source $stage/usr/share/fish/vendor_completions.d/mad.fish; complete -C '$1'" | cut -f1 | xargs; }
same "fish: commands" "play playout" "$(fish_completes "mad pl")"
same "fish: words of an option" "program" "$(fish_completes "mad play chess --first p")"
same "fish: variants" "georgian-chess" "$(fish_completes "mad play amazon --variant ")"
same "fish: games" "shogi shogi:shogi-impasse shoshogi shouse" "$(fish_completes "mad play sho")"

staged uninstall >/dev/null
rm -rf "$work"
same "nothing stays after make uninstall" "" "$(cd "$stage" && find . ! -type d; find . -path '*/doc/mad')"
tally_end
