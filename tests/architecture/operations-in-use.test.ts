import { OPERATIONS } from '@mupiira/contract/operations.ts'
import { expect, it } from 'vitest'
import { isTest, repositorySources } from './sources.ts'

/** Operations that no screen of the app calls. */
const WITHOUT_SCREEN = [
  // For other clients and for tools of staff.
  ...['POST /api/auth/profile', 'GET /api/jackpot', 'GET /api/aviator/chains', 'GET /api/aviator/rounds'],
  ...['GET /api/payer/own-number', 'GET /api/admin/games/{id}', 'POST /api/admin/games/{id}/goals'],
  ...['GET /api/admin/ledger/check', 'GET /api/admin/bets/totals', 'GET /api/admin/users/{id}/tickets'],
  // For payment providers.
  ...['POST /api/webhooks/{provider}', 'POST /api/webhooks/{provider}/{seal}', 'PUT /api/webhooks/{provider}/{seal}'],
  // The app fills these addresses in by itself.
  ...['GET /api/chat/images/{name}', 'POST /api/admin/chat/{userId}/messages', 'GET /api/admin/users/{id}/ledger.csv'],
]

it('the app calls every operation that has a screen', () => {
  const app = [...repositorySources()]
    .filter(([path]) => path.startsWith('apps/web/src/') && !isTest(path))
    .map(([, text]) => text)
    .join('\n')
  // Downloads and forms contain the path alone.
  const isCalled = ({ method, path }: (typeof OPERATIONS)[number]): boolean =>
    new RegExp(`(?:${method} |(?<!(?:GET|POST|PUT|DELETE|PATCH) ))${path.replace(/[.{}]/g, '\\$&')}(?![/\\w.{-])`).test(
      app,
    )
  const unused = OPERATIONS.filter((operation) => !isCalled(operation)).map(({ method, path }) => `${method} ${path}`)
  expect(unused.toSorted()).toEqual(WITHOUT_SCREEN.toSorted())
})
