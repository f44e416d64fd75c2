import { expect, it } from 'vitest'
import { loggedPath } from './request-log.ts'

it('[OPS-10] the request log contains no callback signature and no query string', () => {
  const path = (url: string, route: string) => loggedPath({ url, routeOptions: { url: route } as never })
  const callbackRoute = '/api/webhooks/:provider/:seal'
  expect(path('/api/webhooks/mtn/ref.0123456789abcdef', callbackRoute)).toBe(callbackRoute)
  expect(path('/api/games/7?q=name', '/api/games/:id')).toBe('/api/games/7')
})
