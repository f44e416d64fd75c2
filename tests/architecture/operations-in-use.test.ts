import { OPERATIONS } from '@mupiira/contract/operations.ts'
import { expect, it } from 'vitest'
import { isTest, repositorySources } from './sources.ts'

/** Operations that no screen of the app calls. */
const WITHOUT_SCREEN = [
  // Used by other clients and by tools of staff.
  ...['POST /api/auth/profile', 'GET /api/jackpot', 'GET /api/aviator/chains', 'GET /api/aviator/rounds'],
  ...['GET /api/payer/own-number', 'GET /api/admin/games/{id}', 'POST /api/admin/games/{id}/goals'],
  ...['GET /api/admin/ledger/check', 'GET /api/admin/bets/totals', 'GET /api/admin/users/{id}/tickets'],
  // Used by payment providers.
  ...['POST /api/webhooks/{provider}', 'POST /api/webhooks/{provider}/{seal}', 'PUT /api/webhooks/{provider}/{seal}'],
  // The app builds the addresses of these operations itself.
  ...['GET /api/chat/images/{name}', 'POST /api/admin/chat/{userId}/messages'],
]

it('the web app calls every operation that is not listed as an exception', () => {
  const app = [...repositorySources()]
    .filter(([path]) => path.startsWith('apps/web/src/') && !isTest(path))
    .map(([, text]) => text)
    .join('\n')
  // Code for downloads and forms contains the path without the method.
  const isCalled = ({ method, path }: (typeof OPERATIONS)[number]): boolean =>
    new RegExp(`(?:${method} |(?<!(?:GET|POST|PUT|DELETE|PATCH) ))${path.replace(/[.{}]/g, '\\$&')}(?![/\\w.{-])`).test(
      app,
    )
  const unused = OPERATIONS.filter((operation) => !isCalled(operation)).map(({ method, path }) => `${method} ${path}`)
  expect(unused.toSorted()).toEqual(WITHOUT_SCREEN.toSorted())
})
