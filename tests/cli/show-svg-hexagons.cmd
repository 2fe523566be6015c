for way in "" --flip; do ./mad show glinski --svg $way | grep 'font-size="11"'; echo; done
