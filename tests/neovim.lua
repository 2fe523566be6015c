-- neovim.lua - what an editor asks `mad lsp` for, one after the other; see neovim.sh, which puts the set-up above it.

local PATIENCE = 20000 -- milliseconds before what does not come is a failure

local function say(text) io.stdout:write(text .. "\n") end

local function fail(text)
  say("FAILED " .. text)
  vim.cmd("cquit 1")
end

local function await(what, holds)
  if not vim.wait(PATIENCE, holds, 20) then fail(what) end
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, PATIENCE)
  for _, answer in pairs(answers or {}) do
    if answer.error then fail(method .. ": " .. answer.error.message) end
    return answer.result
  end
  fail(method .. ": no answer")
end

local function at(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  return vim.lsp.util.make_position_params()
end

local function found() return vim.diagnostic.get(0) end

local function look()
  await("a finding for `leep`", function() return #found() == 1 end)
  local one = found()[1]
  if one.lnum ~= 7 or not one.message:find("leep") then fail("the finding: " .. one.message) end

  local params = vim.lsp.util.make_range_params()
  params.range = { start = { line = 7, character = 18 }, ["end"] = { line = 7, character = 22 } }
  params.context = { diagnostics = {} }
  local actions = ask("textDocument/codeAction", params)
  if #actions == 0 then fail("no correction") end
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  local line = vim.api.nvim_buf_get_lines(0, 7, 8, false)[1]
  if line ~= "  move or capture leap 1,4" then fail("the corrected line: " .. line) end
  await("no finding behind the correction", function() return #found() == 0 end)

  local hover = ask("textDocument/hover", at(7, 7))
  if not vim.inspect(hover):find("leap 1,4") then fail("hover tells no line of the Knight") end
  local words = ask("textDocument/completion", at(8, 18))
  if #(words.items or words) == 0 then fail("no completion") end
  local place = ask("textDocument/definition", at(9, 8))
  place = place.uri and place or place[1]
  if place.range.start.line ~= 4 then fail("`wide` is defined elsewhere") end

  vim.api.nvim_buf_set_lines(0, -1, -1, false, { "test   \"t\"", "moves include Nb5" })
  local edits = ask("textDocument/formatting", vim.lsp.util.make_formatting_params())
  vim.lsp.util.apply_text_edits(edits, 0, "utf-16")
  local last = vim.api.nvim_buf_get_lines(0, -2, -1, false)[1]
  if last ~= "  moves include Nb5" then fail("the last line laid out: " .. last) end
  say("all that was asked came")
  vim.cmd("qall!")
end

vim.api.nvim_create_autocmd("VimEnter", {
  callback = function() vim.schedule(function() xpcall(look, fail) end) end,
})
