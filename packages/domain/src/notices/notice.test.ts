import { describe, expect, it } from 'vitest'
import { MAX_NOTICE_CHARACTERS, noticeLink, noticeText } from './notice.ts'

describe('[NOTE-13] a notice to all players', () => {
  it.each([
    ['  No bets \n at\tnight ', 'No bets at night'],
    ['', 'NOTICE_EMPTY'],
    [' \n ', 'NOTICE_EMPTY'],
    ['x'.repeat(MAX_NOTICE_CHARACTERS), 'x'.repeat(MAX_NOTICE_CHARACTERS)],
    ['⚽'.repeat(MAX_NOTICE_CHARACTERS), '⚽'.repeat(MAX_NOTICE_CHARACTERS)],
    ['x'.repeat(MAX_NOTICE_CHARACTERS + 1), 'NOTICE_TOO_LONG'],
    ['Family day 👨‍👩‍👧, Omupiira ogw’Abaana', 'Family day 👨‍👩‍👧, Omupiira ogw’Abaana'],
    ['a bell\u0007', 'NOTICE_CHARACTERS'],
    ['turned \u202eround', 'NOTICE_CHARACTERS'],
    ['\u200b', 'NOTICE_CHARACTERS'],
    ['half \ud83d', 'NOTICE_CHARACTERS'],
  ])('the notice text %j gives the cleaned text or refusal %j', (typed, entered) => {
    const text = noticeText(typed)
    expect(text.ok ? text.value : text.error).toBe(entered)
  })

  it.each([
    ['', null],
    [' /deposit ', '/deposit'],
    ['/', '/'],
    ['/sports?league=epl#top', '/sports?league=epl#top'],
    ['/administration', '/administration'],
    ['//elsewhere.example', 'NOTICE_LINK'],
    ['/\\elsewhere.example', 'NOTICE_LINK'],
    ['https://elsewhere.example', 'NOTICE_LINK'],
    ['javascript:alert(1)', 'NOTICE_LINK'],
    ['deposit', 'NOTICE_LINK'],
    ['/a page', 'NOTICE_LINK'],
    ['/\t/elsewhere.example', 'NOTICE_LINK'],
    ['/admin', 'NOTICE_LINK'],
    ['/API/stream', 'NOTICE_LINK'],
    [`/${'x'.repeat(200)}`, 'NOTICE_LINK'],
  ])('the notice link %j gives the cleaned link or refusal %j', (typed, led) => {
    const link = noticeLink(typed)
    expect(link.ok ? link.value : link.error).toBe(led)
  })
})
