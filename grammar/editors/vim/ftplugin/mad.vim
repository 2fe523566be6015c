" mad.vim - what Vim does in rule files: comments, layout by `mad fmt`, findings by `mad lint`.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:# commentstring=#\ %s
setlocal expandtab shiftwidth=2 softtabstop=2 autoindent
setlocal iskeyword+=-
setlocal suffixesadd=.mad

" gggqG lays out the whole file. What cannot be read stays as it is; :make tells why.
let &l:formatprg = 'mad fmt - 2>/dev/null'
if executable('mad') && !exists('current_compiler')
  compiler mad
endif

let b:undo_ftplugin = 'setlocal comments< commentstring< expandtab< shiftwidth< softtabstop< autoindent<'
      \ . ' iskeyword< suffixesadd< formatprg< makeprg< errorformat<'
