" mad.vim - colours of rule files. The part between the two marks is made by `make pages`.
"
" What is read further down goes before what is read further up, where both begin at one place.
if exists('b:current_syntax')
  finish
endif

syn case match
syn sync fromstart

syn match madMark /[:,()\[\]]\|'s/
syn match madNumber /-\=\d\+\%(,-\=\d\+\)\{1,2}\|\d\+/
syn match madLetter /(+\=[A-Za-z])/
syn region madString start=/"/ end=/"/ end=/$/ oneline contains=@Spell
syn match madMove contained /\S\+/
" made from grammar/parser.y by `make pages`

syn match madName /[A-Z][A-Za-z0-9]*\%(-[A-Za-z0-9]\+\)*\%(\s\+[A-Z][A-Za-z0-9]*\%(-[A-Za-z0-9]\+\)*\)*/
syn match madWord /[a-z][a-z0-9]*\%(-[a-z0-9]\+\)*/
syn match madSquare /\%(\%(\%([a-p]\)\%([1-9][0-9]\=\)\|\%([1-9][0-9]\=\)\%([a-p]\)\)\|\%(\%([q-z]\)\%([1-9][0-9]\=\)\|\%([1-9][0-9]\=\)\%([q-z]\)\)\)\%(\.\.\%(\%(\%([a-p]\)\%([1-9][0-9]\=\)\|\%([1-9][0-9]\=\)\%([a-p]\)\)\|\%(\%([q-z]\)\%([1-9][0-9]\=\)\|\%([1-9][0-9]\=\)\%([q-z]\)\)\)\)\=[A-Za-z0-9-]\@!/
syn match madJoining /\%(for\s\+each\s\+player\s\+counts\s\+moves\s\+in\s\+a\s\+row\s\+after\s\+which\|,\_s\+instead\_s\+of\_s\+any\_s\+other\_s\+move,\_s\+one\_s\+of\_s\+them\_s\+must\|pieces\s\+join\s\+the\s\+ally\s\+of\s\+their\s\+taker\s\+and\s\+go\s\+to\|for\s\+each\s\+player\s\+counts\s\+moves\s\+after\s\+which\|lasts\s\+until\s\+its\s\+piece\s\+moves\s\+or\s\+is\s\+taken\|,\_s\+instead\_s\+of\_s\+any\_s\+other\_s\+move,\_s\+one\_s\+must\|is\s\+out,\s\+and\s\+his\s\+men\s\+leave\s\+the\s\+game\|counts\s\+moves\s\+in\s\+a\s\+row\s\+after\s\+which\|pieces\s\+join\s\+their\s\+taker\s\+and\s\+go\s\+to\|pieces\s\+change\s\+sides\s\+and\s\+go\s\+to\|wins\s\+when\s\+one\s\+player\s\+is\s\+left\|pieces\s\+become\s\+own\s\+and\s\+go\s\+to\|for\s\+each\s\+player\s\+starts\s\+at\|is\s\+written\s\+without\s\+letter\|counts\s\+moves\s\+after\s\+which\|is\s\+out,\s\+and\s\+his\s\+men\s\+stay\|,\_s\+enemy\_s\+if\_s\+both\_s\+would\|,\_s\+mover\_s\+if\_s\+both\_s\+would\|,\_s\+one\_s\+above\_s\+the\_s\+other\|,\_s\+which\_s\+must\_s\+be\_s\+legal\|pieces\s\+leave\s\+the\s\+game\|position\s\+has\s\+occurred\|since\s\+the\s\+first\s\+time,\|as\s\+early\s\+as\s\+possible\|after\s\+every\s\+turn\s\+of\|as\s\+many\s\+as\s\+possible\|lasts\s\+until\s\+cleared\|no\s\+move\s\+after\s\+which\|on\s\+each\s\+square\s\+from\|a\s\+move\s\+after\s\+which\|board\s\+has\s\+occurred\|of\s\+each\s\+piece\s\+from\|turns\s\+each\s\+without\|worth\s\+no\s\+less\s\+than\|worth\s\+no\s\+more\s\+than\|follows\s\+its\s\+piece\|moves\s\+or\s\+is\s\+taken\|position\s\+repeated\|in\s\+small\s\+letters\|nothing\s\+is\s\+taken\|worth\s\+as\s\+much\s\+as\|worth\s\+less\s\+than\|worth\s\+more\s\+than\|,\_s\+not\_s\+touching\|at\s\+random\s\+from\|board\s\+repeated\|while\s\+possible\|change\s\+places\|moves\s\+deep\s\+is\|not\s\+ending\s\+on\|squares\s\+along\|the\s\+bottom\s\+of\|when\s\+possible\|after\s\+a\s\+turn\|lasts\s\+always\|as\s\+possible\|attacked\s\+by\|cannot\s\+move\|in\s\+capitals\|moves\s\+first\|starts\s\+with\|then\s\+repeat\|,\_s\+normally\|,\_s\+or\_s\+until\|leads\s\+over\|loses\s\+when\|the\s\+top\s\+of\|was\s\+called\|,\_s\+or\_s\+stop\|,\_s\+written\|attacking\|ending\s\+on\|joined\s\+to\|less\s\+than\|more\s\+than\|no\s\+square\|one\s\+group\|starts\s\+at\|starts\s\+on\|wins\s\+when\%(\%(\s\+one\s\+player\s\+is\s\+left\)[A-Za-z0-9-]\@!\)\@!\|a\s\+square\|at\s\+least\|avoiding\|can\s\+move\|in\s\+place\|move\s\+was\|the\s\+next\|as\s\+many\%(\%(\s\+as\s\+possible\)[A-Za-z0-9-]\@!\)\@!\|at\s\+most\|exactly\|the\s\+top\%(\%(\s\+of\)[A-Za-z0-9-]\@!\)\@!\|,\_s\+then\|except\|scores\|unless\|,\_s\+and\|alike\|along\|empty\|every\|going\|joins\|lasts\%(\%(\s\+always\|\s\+until\s\+cleared\|\s\+until\s\+its\s\+piece\s\+moves\s\+or\s\+is\s\+taken\)[A-Za-z0-9-]\@!\)\@!\|loses\%(\%(\s\+when\)[A-Za-z0-9-]\@!\)\@!\|means\|minus\|moves\%(\%(\s\+or\s\+is\s\+taken\|\s\+first\|\s\+deep\s\+is\)[A-Za-z0-9-]\@!\)\@!\|times\|until\|where\|,\_s\+or\%(\%(\s\+until\|\s\+stop\)[A-Za-z0-9-]\@!\)\@!\|from\|into\|like\|over\%(\%(\s\+empty\s\+squares\)[A-Za-z0-9-]\@!\)\@!\|plus\|turn\|when\%(\%(\s\+possible\|\s\+its\s\+own\s\+move\s\+ends\s\+on\|\s\+its\s\+own\s\+move\s\+ends\|\s\+its\s\+own\s\+move\s\+starts\s\+on\|\s\+its\s\+own\s\+move\s\+starts\s\+or\s\+ends\s\+on\|\s\+placed\s\+on\|\s\+taken\|\s\+capturing\)[A-Za-z0-9-]\@!\)\@!\|wins\%(\%(\s\+when\|\s\+when\s\+one\s\+player\s\+is\s\+left\)[A-Za-z0-9-]\@!\)\@!\|with\|and\|are\|has\|not\%(\%(\s\+ending\s\+on\|\s\+over\s\+a\s\+piece\)[A-Za-z0-9-]\@!\)\@!\|an\|as\%(\%(\s\+many\s\+as\s\+possible\|\s\+many\|\s\+early\s\+as\s\+possible\|\s\+possible\)[A-Za-z0-9-]\@!\)\@!\|be\|by\|in\%(\%(\s\+capitals\|\s\+small\s\+letters\|\s\+place\|\s\+this\s\+order\)[A-Za-z0-9-]\@!\)\@!\|is\%(\%(\s\+written\s\+without\s\+letter\|\s\+out,\s\+and\s\+his\s\+men\s\+stay\|\s\+out,\s\+and\s\+his\s\+men\s\+leave\s\+the\s\+game\)[A-Za-z0-9-]\@!\)\@!\|no\%(\%(\s\+square\|\s\+move\s\+after\s\+which\)[A-Za-z0-9-]\@!\)\@!\|of\%(\%(\s\+each\s\+piece\s\+from\)[A-Za-z0-9-]\@!\)\@!\|on\%(\%(\s\+each\s\+square\s\+from\)[A-Za-z0-9-]\@!\)\@!\|or\|to\|a\%(\%(\s\+square\|\s\+move\s\+after\s\+which\)[A-Za-z0-9-]\@!\)\@!\)[A-Za-z0-9-]\@!/
syn match madMotion /\%(over\s\+empty\s\+squares\|,\_s\+straight\_s\+first\|not\s\+over\s\+a\s\+piece\|in\s\+this\s\+order\|just\s\+beyond\|repeatedly\|capture\|origin\|royal\|slide\|up\s\+to\|edge\|leap\|line\%(\%(\s\+of\)[A-Za-z0-9-]\@!\)\@!\|move\%(\%(\s\+was\)[A-Za-z0-9-]\@!\)\@!\|step\|then\%(\%(\s\+repeat\)[A-Za-z0-9-]\@!\)\@!\)[A-Za-z0-9-]\@!/
syn match madHeading /\%(next\s\+player\|next\s\+to\|without\|change\%(\%(\s\+places\)[A-Za-z0-9-]\@!\)\@!\|board\%(\%(\s\+has\s\+occurred\|\s\+repeated\)[A-Za-z0-9-]\@!\)\@!\|piece\|turns\%(\%(\s\+each\s\+without\)[A-Za-z0-9-]\@!\)\@!\)[A-Za-z0-9-]\@!/
syn match madControl /\%(when\s\+its\s\+own\s\+move\s\+starts\s\+or\s\+ends\s\+on\|when\s\+its\s\+own\s\+move\s\+starts\s\+on\|when\s\+its\s\+own\s\+move\s\+ends\s\+on\|when\s\+its\s\+own\s\+move\s\+ends\%(\%(\s\+on\)[A-Za-z0-9-]\@!\)\@!\|when\s\+capturing\|when\s\+placed\s\+on\|when\s\+taken\|may\)[A-Za-z0-9-]\@!/
syn match madValue /\%(its\s\+other\s\+side\|farthest\s\+of\|opposite\s\+of\|nearest\s\+of\|last\s\+rank\|number\s\+of\|attacked\%(\%(\s\+by\)[A-Za-z0-9-]\@!\)\@!\|drops\s\+of\|worth\s\+of\|between\|file\s\+of\|kind\s\+of\|line\s\+of\|nothing\%(\%(\s\+is\s\+taken\)[A-Za-z0-9-]\@!\)\@!\|outward\|rank\s\+of\|former\|nobody\|enemy\|mover\|ranks\|ally\|file\%(\%(\s\+of\)[A-Za-z0-9-]\@!\)\@!\|here\|last\%(\%(\s\+rank\)[A-Za-z0-9-]\@!\)\@!\|rank\%(\%(\s\+of\)[A-Za-z0-9-]\@!\)\@!\|own\)[A-Za-z0-9-]\@!/
syn match madFirstJoining /\%(^\s*\%(\%(new\|inherited\)\s\+\)\=\|:\s*\)\@80<=\%(drop\s\+on\)[A-Za-z0-9-]\@!/
syn match madFirstMotion /\%(^\s*\%(\%(new\|inherited\)\s\+\)\=\|:\s*\)\@80<=\%(cannot\s\+move\s\+when\|move\s\+or\s\+capture\|no\s\+longer\|worth\%(\%(\s\+less\s\+than\|\s\+more\s\+than\|\s\+no\s\+more\s\+than\|\s\+no\s\+less\s\+than\|\s\+as\s\+much\s\+as\|\s\+of\)[A-Za-z0-9-]\@!\)\@!\)[A-Za-z0-9-]\@!/
syn match madFirstHeading /\%(^\s*\%(\%(new\|inherited\)\s\+\)\=\|:\s*\)\@80<=\%(after\s\+each\s\+move,\s\+a\s\+player\s\+must\|add\s\+to\s\+ends\s\+before\s\+the\s\+others\|after\s\+each\s\+move,\s\+a\s\+player\s\+may\|add\s\+to\s\+ends\s\+after\s\+the\s\+others\|mover\s\+must\s\+move\s\+again\s\+when\|a\s\+player\s\+who\s\+cannot\s\+move\|men\s\+stand\s\+on\s\+one\s\+another\|mover\s\+moves\s\+again\s\+when\|the\s\+last\s\+player\s\+wins\|the\s\+player\s\+with\s\+most\|ends\s\+in\s\+this\s\+order\|a\s\+player\s\+may\s\+pass\|illegal\s\+only\s\+when\|a\s\+player\s\+with\s\+no\|a\s\+player\s\+who\s\+is\|board\s\+hexagon\|end-turn\s\+when\|moves\s\+exactly\|moves\s\+exclude\|moves\s\+include\|own\s\+direction\|wrap\s\+sideways\|a\s\+player\s\+may\%(\%(\s\+pass\)[A-Za-z0-9-]\@!\)\@!\|each\s\+turn\s\+is\|illegal\s\+when\|turns\s\+repeat\|also\s\+called\|result\s\+draw\|result\s\+none\|draw\s\+after\|direction\|draw\s\+when\|inherited\|own\s\+track\|pass\s\+when\|wrap\s\+both\|array\s\+of\|count\s\+is\|inventor\|notation\|position\%(\%(\s\+has\s\+occurred\|\s\+repeated\)[A-Za-z0-9-]\@!\)\@!\|counter\|players\|replace\|shuffle\|variant\|add\s\+to\%(\%(\s\+ends\s\+before\s\+the\s\+others\|\s\+ends\s\+after\s\+the\s\+others\)[A-Za-z0-9-]\@!\)\@!\|allies\|corner\|family\|number\%(\%(\s\+of\)[A-Za-z0-9-]\@!\)\@!\|option\|player\|pocket\|result\%(\%(\s\+draw\|\s\+none\)[A-Za-z0-9-]\@!\)\@!\|source\|about\|array\%(\%(\s\+of\)[A-Za-z0-9-]\@!\)\@!\|count\%(\%(\s\+is\)[A-Za-z0-9-]\@!\)\@!\|place\|track\|game\|hole\|link\|mark\|must\|play\|show\|test\|verb\|year\|mad\|new\|use\)[A-Za-z0-9-]\@!/
syn match madFirstControl /\%(^\s*\%(\%(new\|inherited\)\s\+\)\=\|:\s*\)\@80<=\%(repeat\s\+while\s\+possible\|when\s\+a\s\+turn\s\+ends\|nothing\s\+happens\|repeat\s\+at\s\+most\|otherwise\s\+if\|toss\s\+a\s\+coin\|when\s\+moved\|by\s\+chance\|otherwise\%(\%(\s\+if\)[A-Za-z0-9-]\@!\)\@!\|for\s\+each\%(\%(\s\+player\s\+starts\s\+at\|\s\+player\s\+counts\s\+moves\s\+after\s\+which\|\s\+player\s\+counts\s\+moves\s\+in\s\+a\s\+row\s\+after\s\+which\)[A-Za-z0-9-]\@!\)\@!\|require\|choose\|repeat\%(\%(\s\+at\s\+most\|\s\+while\s\+possible\)[A-Za-z0-9-]\@!\)\@!\|heads\|tails\|end\|let\|if\)[A-Za-z0-9-]\@!/
syn region madBlank matchgroup=madMark start=/\[/ end=/\]/ oneline contains=madJoining,madMotion,madHeading,madControl,madValue,madWord,madName,madMark
syn match madCell contained /\%([.*|/\\-]\|+\=[A-Za-z]\|[a-z][A-Z]\)\%(\s\|$\)\@=/
syn match madOf contained /\<of\s\+\%(\%(\%([a-p]\)\%([1-9][0-9]\=\)\|\%([1-9][0-9]\=\)\%([a-p]\)\)\|\%(\%([q-z]\)\%([1-9][0-9]\=\)\|\%([1-9][0-9]\=\)\%([q-z]\)\)\)\%(\s\|$\)\@=/ contains=madSquare
syn region madMoves matchgroup=madHeading start=/\%(^\s*\)\@80<=\%(play\|moves\s\+exactly\|moves\s\+include\|moves\s\+exclude\)[A-Za-z0-9-]\@!/ end=/$/ contains=madMove,madOf,madComment keepend oneline
syn region madArray matchgroup=madHeading start=/\%(^\s*\%(new\s\+\)\=\)\@80<=array\ze\s*\%(#.*\)\=$/ matchgroup=NONE end=/^\%(\s*\%(#.*\)\=$\|\s*\%([.*|/\\-]\|+\=[A-Za-z]\|[a-z][A-Z]\)\%(\s\+\%([.*|/\\-]\|+\=[A-Za-z]\|[a-z][A-Z]\)\)*\s*\%(#.*\)\=$\|\s*\%([.*|/\\-]\|+\=[A-Za-z]\|[a-z][A-Z]\)\s\+\%([.*|/\\-]\|+\=[A-Za-z]\|[a-z][A-Z]\)\%(\s.*\)\=$\)\@!/me=s-1 contains=madCell,madComment
" end of what is made
syn match madComment /#.*/ contains=madAllow,@Spell
syn match madAllow contained /\%(#\s*\)\@20<=mad: allow(MAD\d\+)/

hi def link madFirstHeading Statement
hi def link madFirstControl Conditional
hi def link madFirstMotion Function
hi def link madHeading Statement
hi def link madControl Conditional
hi def link madMotion Function
hi def link madValue Constant
hi def link madJoining Operator
hi def link madName Type
hi def link madLetter Character
hi def link madString String
hi def link madNumber Number
hi def link madSquare Special
hi def link madOf Operator
hi def link madCell Character
hi def link madMove Identifier
hi def link madComment Comment
hi def link madAllow SpecialComment

let b:current_syntax = 'mad'
