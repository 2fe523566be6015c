autocmd BufNewFile,BufRead *.mad setfiletype mad
