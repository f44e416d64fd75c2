import { describe, expect, it } from 'vitest'
import { unknownNames } from './documented-names.ts'
import { repositorySources } from './sources.ts'

const sources = repositorySources()

it('files, folders, links, API operations and commands that documents and comments name exist', () => {
  expect(unknownNames(sources)).toEqual([])
})

it('each recipe in the documents has at most ten steps', () => {
  const recipes = [...sources].filter(([path]) => path.startsWith('docs/recipes/'))
  expect(recipes.length).toBeGreaterThan(5)
  expect(recipes.filter(([, text]) => /^\s*(11\.|-) /m.test(text)).map(([path]) => path)).toEqual([])
})

describe('a name that does not exist', () => {
  it.each([
    ['a file', 'docs/a.md', 'See `apps/server/src/gone.ts`.', 'apps/server/src/gone.ts'],
    ['the end of a path', 'docs/a.md', 'See `wallet/gone.ts`.', 'wallet/gone.ts'],
    ['a file under an abbreviation', 'docs/a.md', 'See `domain/money/gone.ts`.', 'domain/money/gone.ts'],
    ['a folder', 'docs/a.md', 'Run `npm test -- packages/domain/src/gone`.', 'packages/domain/src/gone'],
    ['a folder with a placeholder', 'docs/a.md', 'In `apps/server/src/gone/<name>/`.', 'apps/server/src/gone/<name>/'],
    ['a link', 'docs/a.md', 'See [gone](recipes/gone.md).', 'recipes/gone.md'],
    ['a heading', 'docs/a.md', 'See [gone](architecture.md#gone).', 'architecture.md#gone'],
    ['a picture', 'README.md', '<img src="docs/screens/gone.png">', 'docs/screens/gone.png'],
    ['an operation', 'docs/a.md', 'Sends `POST /api/gone/{id}`.', 'POST /api/gone/{id}'],
    ['a script', 'docs/a.md', 'Run `npm run gone -- 3`.', 'npm run gone'],
    ['a document in a comment', 'packages/domain/src/a.ts', '/** See docs/gone.md. */', 'docs/gone.md'],
    ['a file in a comment', 'apps/web/src/a.css', '  /* As in gone.css. */', 'gone.css'],
    ['a proof', 'docs/a.md', 'Run `npm run prove -- gone 7`.', 'npm run prove -- gone'],
    ['a script in a comment', 'scripts/a.ts', `// Use ${'npm'} run gone.`, 'npm run gone'],
  ])('%s is reported', (_what, path, text, name) => {
    expect(unknownNames(new Map([[path, text]]), sources)).toEqual([`${path} names ${name}, which does not exist`])
  })

  it.each([
    ['an abbreviation', '`web/state/live-stream.ts`'],
    ['an operation with a parameter', '`GET /api/bets/{ticket}`'],
    ['a pattern', '`packages/contract/src/admin-*.ts`'],
    ['a web path', '`/admin/games` and `/fixtures/events`'],
    ['a local folder', '`.data/logs/server.log`'],
  ])('%s that exists is not reported', (_what, text) => {
    expect(unknownNames(new Map([['docs/a.md', text]]), sources)).toEqual([])
  })
})
