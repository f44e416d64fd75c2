import { expect, it } from 'vitest'
import { pageAddress } from './page-address.ts'

it.each([
  ['/', '/'],
  ['/?x=1', '/'],
  ['/?utm_source=sms&q=Vipers%20SC&sport=soccer&sport=tennis', '/?sport=soccer&q=Vipers+SC'],
  ['/sports?league=Premier+League&country=Uganda', '/sports?league=Premier+League&country=Uganda'],
  ['/live?sport=tennis&x=1', '/live?sport=tennis'],
  ['/livescore?sport=tennis', '/livescore'],
  ['/live/0190?x=1', '/live/0190'],
  ['/betting-options?homeTeam=A&gameId=7&selection=2', '/betting-options?gameId=7&homeTeam=A'],
  ['/aviator?play', '/aviator?play='],
  ['/booking-code?code=AB12CD&from=sms', '/booking-code?code=AB12CD'],
  ['/bet/17?x=1', '/bet/:id'],
  ['/mybets?tab=settled', '/mybets'],
  ['/admin/users?page=7', '/admin/*'],
  ['/nothing-7?x=1', '/*'],
  ['/live/7/8', '/*'],
])('[APP-17] the page URL %s has the cache key %s', (url, address) => {
  expect(pageAddress(url)).toBe(address)
  expect(pageAddress(address)).toBe(address)
})
