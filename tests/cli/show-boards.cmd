./mad show alice --play "e4 e5 Qg4" | tail -10; ./mad show alice --flip | tail -3; ./mad show alice --svg | grep -oE 'viewBox="[^"]*"|<text x="[^"]*" y="[^"]*" font-size="13" class="o">[hi]<'
