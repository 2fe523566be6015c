# page.awk - a page of Markdown as a manual page, for the part of Markdown that our pages are written in: headings,
# paragraphs, lists, fenced blocks, tables, `code`, **strong** words and links.
#
# usage: awk -v name=mad-language -v section=5 -v version=0.1 -v purpose="..." -f page.awk PAGE.md
# A row of a table becomes a term with its meaning; of more than two columns each is named.

function escape(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    return text
}

# Plain words with their code in bold. Text between backquotes means nothing else.
function words(text,    parts, count, i, out, part) {
    gsub(/\\\|/, "|", text)
    count = split(text, parts, "`")
    for (i = 1; i <= count; i++) {
        part = parts[i]
        if (i % 2 == 0) {
            out = out "\\fB" escape(part) "\\fR"
            continue
        }
        while (match(part, /\[[^]]*\]\([^)]*\)/))
            part = substr(part, 1, RSTART - 1) link(substr(part, RSTART, RLENGTH)) substr(part, RSTART + RLENGTH)
        part = escape(part)
        while (match(part, /\*\*[^*]+\*\*/))
            part = substr(part, 1, RSTART - 1) "\\fB" substr(part, RSTART + 2, RLENGTH - 4) "\\fR" \
                substr(part, RSTART + RLENGTH)
        out = out part
    }
    return out
}

# What a link says; where it leads is of no use here.
function link(text) {
    sub(/^\[/, "", text)
    sub(/\]\(.*$/, "", text)
    return text
}

# A line of text must not look like a request.
function put(text) {
    sub(/^[ \t]+/, "", text)
    if (text ~ /^[.']/)
        text = "\\&" text
    if (text != "")
        print text
}

function paragraph() {
    if (state != "text" && state != "head")
        print ".PP"
    state = "text"
}

# Fills cell[1..] and returns how many.
function split_row(line,    count, i) {
    sub(/^\| */, "", line)
    sub(/ *\|$/, "", line)
    gsub(/\\\|/, "\001", line)
    count = split(line, cell, / *\| */)
    for (i = 1; i <= count; i++)
        gsub(/\001/, "|", cell[i])
    return count
}

function row(line,    count, i) {
    count = split_row(line)
    if (line ~ /^\|[-| ]+\|$/)
        return
    if (state != "table") {
        state = "table"
        for (i = 1; i <= count; i++)
            head[i] = cell[i]
        return
    }
    print ".TP"
    put(words(cell[1]))
    for (i = 2; i <= count; i++) {
        if (i > 2)
            print ".br"
        put((count > 2 && head[i] != "" ? "\\fI" words(head[i]) "\\fR: " : "") words(cell[i]))
    }
}

BEGIN {
    printf ".TH %s %s \"\" \"mad %s\"\n.SH NAME\n%s \\- %s\n", toupper(escape(name)), section, version, escape(name), purpose
}

/^```/ {
    if (state == "code") {
        print ".EE\n.RE"
        state = ""
    } else {
        print (state == "head" ? "" : ".PP\n") ".RS 4\n.EX"
        state = "code"
    }
    next
}
state == "code" {
    line = escape($0)
    print (line ~ /^[.']/ ? "\\&" : "") line
    next
}
/^<!--/ { next }
/^# / { next }
/^## / { print ".SH " toupper(words(substr($0, 4))); state = "head"; next }
/^###+ / { sub(/^#+ /, ""); print ".SS " words($0); state = "head"; next }
/^\|/ { row($0); next }
/^- / { print ".IP \\(bu 2"; put(words(substr($0, 3))); state = "text"; next }
/^[ \t]*$/ { if (state != "head") state = ""; next }
{
    if (!has_begun && $0 !~ /^[.']/) {
        print ".SH DESCRIPTION"
        state = "head"
    }
    paragraph()
    put(words($0))
}
{ has_begun = 1 }
