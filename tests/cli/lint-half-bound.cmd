# A duty to jump does not bind who flies; with none at all both go free, and one sentence binds both.
f=tests/cli/lint-half-bound.mad; ./mad lint --static $f; sed /^must/d $f | ./mad lint --static --format short -; sed 's/^must jump/must capture/' $f | ./mad lint --static --format short - && echo bound
