" mad.vim - :make tells what `mad lint` finds in the file, and :cnext goes there.
if exists('current_compiler')
  finish
endif
let current_compiler = 'mad'

CompilerSet makeprg=mad\ lint\ --format\ short\ %:S
CompilerSet errorformat=%f:%l:%c:\ %trror[%*[A-Z0-9]]\ %m,
      \%f:%l:%c:\ %tarning[%*[A-Z0-9]]\ %m,
      \%f:%l:%c:\ %tnfo[%*[A-Z0-9]]\ %m,
      \%-G%*\\d\ error%.%#,
      \%-G%*\\d\ warning%.%#
