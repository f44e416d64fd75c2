import { expect, it } from 'vitest'
import { readTag, USUAL_TAGS } from './player-tags.ts'

it.each([
  ['vip', 'vip'],
  ['  Bonus   Hunter ', 'bonus hunter'],
  ['desk-7', 'desk-7'],
  ['a'.repeat(30), 'a'.repeat(30)],
  ['a'.repeat(31), null],
  ['', null],
  ['  ', null],
  ['-vip', null],
  ['v.i.p.', null],
  ['<b>', null],
])('the tag %j is stored as %j', (text, tag) => {
  expect(readTag(text)).toBe(tag)
})

it('the usual tags are tags', () => {
  expect(USUAL_TAGS.map(readTag)).toEqual(USUAL_TAGS)
})
