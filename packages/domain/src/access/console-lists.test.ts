import { expect, it } from 'vitest'
import { savedAddress, savedQuery } from './console-lists.ts'

it.each([
  [
    'filters and order, without page and dialog',
    '?status=won&sort=-stake&page=3&cursor=x&view=7',
    'sort=-stake&status=won',
  ],
  ['the same filters in another order', 'sort=-stake&status=won', 'sort=-stake&status=won'],
  ['words with spaces and signs', 'q=amina+k%26m', 'q=amina+k%26m'],
  ['no filter', '', ''],
  ['an empty filter', 'q=&status=', ''],
  ['another address as a value', 'q=https%3A%2F%2Fevil.example', 'q=https%3A%2F%2Fevil.example'],
])('a saved filter keeps %s', (_, search, saved) => {
  expect(savedQuery(search)).toBe(saved)
})

it.each([
  ['a path', '//evil.example'],
  ['a path and a query', '/admin/users?q=1'],
  ['a name with other characters', 'a.b=1'],
  ['a control character', 'q=a%0Ab'],
  ['a value that is too long', `q=${'a'.repeat(101)}`],
  ['a parameter twice', 'q=a&q=b'],
  ['too many characters', Array.from({ length: 8 }, (_, at) => `q${'abcdefgh'[at]}=${'x'.repeat(90)}`).join('&')],
])('a query with %s is not saved', (_, search) => {
  expect(savedQuery(search)).toBeNull()
})

it.each(['', 'q=%2F%2Fevil.example'])('the address of a saved filter with the query "%s" is its own list', (query) => {
  const { origin, pathname } = new URL(savedAddress('bets', query), 'https://mupiira.example')
  expect([origin, pathname]).toEqual(['https://mupiira.example', '/admin/bets'])
})
