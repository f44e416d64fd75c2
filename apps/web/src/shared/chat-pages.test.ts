import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '@mupiira/contract/chat.ts'
import { type ChatPages, messagesIn, withMessage, withUnread } from './chat-pages.ts'

const message = (no: number): ChatMessage => ({
  id: `m${no}`,
  no,
  sender: 'admin',
  content: `no ${no}`,
  key: `k${no}`,
  createdAt: '2026-11-21T12:00:00Z',
  userId: 'u1',
  imageUrl: null,
  imageWidth: null,
  imageHeight: null,
  replyTo: null,
})
const page = (...messageNos: number[]) => ({ items: messageNos.map(message), nextCursor: null, unread: 0 })
const known: ChatPages = { pages: [page(4, 5), page(1, 2, 3)], pageParams: [undefined, '4'] }
const numbersOf = (pages: ChatPages | null): readonly number[] | null => pages && messagesIn(pages).map(({ no }) => no)

describe('a conversation in the cache', () => {
  it.each([
    ['the next message', known, 6, [1, 2, 3, 4, 5, 6]],
    ['a known message', known, 5, [1, 2, 3, 4, 5]],
    ['an older message', known, 2, [1, 2, 3, 4, 5]],
    ['a message after a gap', known, 7, null],
    ['the first message', { pages: [page()], pageParams: [] }, 1, [1]],
    ['a message before the conversation is loaded', { pages: [], pageParams: [] }, 1, null],
  ] as const)(
    '[CHAT-02] [CHAT-08] a cached conversation inserts a message at its position: %s',
    (_, before, no, expected) => {
      const after = withMessage(before as unknown as ChatPages, message(no), 2)
      expect(numbersOf(after)).toEqual(expected)
      if (after !== null) expect(after.pages[0]?.unread).toBe(2)
    },
  )

  it('[CHAT-12] setting the unread count of a cached conversation changes nothing else', () => {
    expect(withUnread(known, 0)).toEqual(known)
    expect(withUnread({ pages: [], pageParams: [] }, 3).pages).toEqual([])
  })
})
