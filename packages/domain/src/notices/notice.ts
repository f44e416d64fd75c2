import { err, ok, type Result } from '../result.ts'

/** The longest text of a notice for everyone: it is read in a toast, on a phone. */
export const NOTICE_MOST_CHARACTERS = 300
/** The longest address of a page of the app that it leads to. */
export const NOTICE_LINK_MOST_CHARACTERS = 200
/** The maximum number of active notices: each is shown to every new account and counted for every player. */
export const MOST_NOTICES = 50

export type NoticeTextFault = 'NOTICE_EMPTY' | 'NOTICE_TOO_LONG' | 'NOTICE_CHARACTERS'

/** Controls, halves of characters, private ones, and what is not seen but turns the text round or hides a part of it. */
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Co}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{61c}]/u
/** A path of this app in plain characters; `//` and `/\` would lead elsewhere. */
const PATH = /^\/(?!\/)[!-[\]-~]*$/
/** No pages of players. */
const NOT_FOR_PLAYERS = /^\/(?:admin|api)(?:[/?#]|$)/i

/** The text of a notice in one line: `noticeText(' No bets  at night ')` → "No bets at night". */
export function noticeText(typed: string): Result<string, NoticeTextFault> {
  const text = typed.trim().replace(/\s+/gu, ' ')
  if (text === '') return err('NOTICE_EMPTY')
  if (UNREADABLE.test(text)) return err('NOTICE_CHARACTERS')
  return [...text].length > NOTICE_MOST_CHARACTERS ? err('NOTICE_TOO_LONG') : ok(text)
}

/** Where a notice leads: a page of this app, or null where nothing was typed. `noticeLink('/deposit')` → "/deposit" */
export function noticeLink(typed: string): Result<string | null, 'NOTICE_LINK'> {
  const path = typed.trim()
  if (path === '') return ok(null)
  const isPage = path.length <= NOTICE_LINK_MOST_CHARACTERS && PATH.test(path) && !NOT_FOR_PLAYERS.test(path)
  return isPage ? ok(path) : err('NOTICE_LINK')
}
