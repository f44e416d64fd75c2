import { describe, expect, it } from 'vitest'
import { findRoute, isRoute } from './find-route.ts'

describe('the route table', () => {
  it.each([
    ['[APP-01]', '/', '/'],
    ['[APP-01]', '/sports', '/sports'],
    ['[APP-01]', '/virtual/', '/virtual'],
    ['[APP-07]', '/betting-options', '/betting-options'],
    ['[APP-09]', '/help', '/help'],
    ['[HELP-01]', '/contact', '/contact'],
    ['[APP-09]', '/rules', '/rules'],
    ['[APP-09]', '/extended-rules', '/extended-rules'],
    ['[APP-11]', '/terms', '/terms'],
    ['[APP-11]', '/refund-policy', '/refund-policy'],
    ['[APP-14]', '/bet/0192-ab', '/bet/:id'],
    ['[APP-15]', '/admin', '/admin/*'],
    ['[APP-15]', '/admin/users/0192-ab', '/admin/*'],
    ['[APP-17]', '/administration', '*'],
    ['[APP-17]', '/bet', '*'],
    ['[APP-17]', '/bet/1/2', '*'],
    ['[APP-17]', '/nowhere', '*'],
  ])('%s the URL path %s opens the route %s', (_id, path, found) => {
    expect(findRoute(path).route.path).toBe(found)
  })

  it.each([
    ['/account', 'player'],
    ['/manage-account', 'player'],
    ['/notification-test', 'player'],
    ['/database-test', 'player'],
    ['/betslip', 'player'],
    ['/mybets', 'player'],
    ['/bet/1', 'player'],
    ['/notifications', 'player'],
    ['/deposit', 'player'],
    ['/withdraw', 'player'],
    ['/payments', 'player'],
    ['/statement', 'player'],
    ['/login', 'visitor'],
    ['/register', 'visitor'],
    ['/betting-options', 'public'],
    ['/', 'public'],
  ])('[APP-12] [APP-13] [APP-14] the route %s is accessible for: %s', (path, access) => {
    expect(findRoute(path).route.access).toBe(access)
  })

  it('the route table decodes path parameters, and accepts malformed encoding', () => {
    expect(findRoute('/bet/a%20b').params).toEqual({ id: 'a b' })
    expect(findRoute('/bet/%E0%A4%A').params).toEqual({ id: '%E0%A4%A' })
  })

  it('[APP-17] a not-found page returns 404', () => {
    expect(findRoute('/nowhere').route.status).toBe(404)
    expect(isRoute('/nowhere')).toBe(false)
    expect(isRoute('/deposit')).toBe(true)
  })
})
