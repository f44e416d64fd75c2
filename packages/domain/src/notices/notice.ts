import { err, ok, type Result } from '../result.ts'

/** The maximum length of a notice, because phones show it in a toast. */
export const MAX_NOTICE_CHARACTERS = 300
export const MAX_NOTICE_LINK_CHARACTERS = 200
/** The maximum number of active notices, because each is shown to every new account and counted for every player. */
export const MAX_NOTICES = 50

/** The priorities in display order. */
export const PRIORITY_TEXTS = { low: 'Low', medium: 'Medium', high: 'High' } as const

export type NoticeTextFault = 'NOTICE_EMPTY' | 'NOTICE_TOO_LONG' | 'NOTICE_CHARACTERS'

/** Control characters, lone surrogates, private-use characters, and invisible characters that reverse or hide text. */
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Co}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{61c}]/u
/** A path of this app in plain characters. `//` and `/\` would open another site. */
const PATH = /^\/(?!\/)[!-[\]-~]*$/
/** Pages that are not for players. */
const NOT_FOR_PLAYERS = /^\/(?:admin|api)(?:[/?#]|$)/i

/** Normalises a notice to one line: `noticeText(' No bets at night ')` → "No bets at night". */
export function noticeText(typed: string): Result<string, NoticeTextFault> {
  const text = typed.trim().replace(/\s+/gu, ' ')
  if (text === '') return err('NOTICE_EMPTY')
  if (UNREADABLE.test(text)) return err('NOTICE_CHARACTERS')
  return [...text].length > MAX_NOTICE_CHARACTERS ? err('NOTICE_TOO_LONG') : ok(text)
}

/** Validates the link of a notice: a page of this app, or null if empty. `noticeLink('/deposit')` → "/deposit" */
export function noticeLink(typed: string): Result<string | null, 'NOTICE_LINK'> {
  const path = typed.trim()
  if (path === '') return ok(null)
  const isPage = path.length <= MAX_NOTICE_LINK_CHARACTERS && PATH.test(path) && !NOT_FOR_PLAYERS.test(path)
  return isPage ? ok(path) : err('NOTICE_LINK')
}
