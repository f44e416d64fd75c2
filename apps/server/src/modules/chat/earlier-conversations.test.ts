import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { describe, expect, it } from 'vitest'
import { conversationsIn } from './earlier-conversations.ts'

const at = (hours: number): Date => new Date(Date.UTC(2026, 10, 1) + hours * HOUR_MS)
const message = (hours: number, content: string, sender: 'user' | 'admin' = 'user') => ({
  sender,
  content,
  createdAt: at(hours),
})

describe('earlier conversations', () => {
  it.each([
    ['no messages', [], []],
    ['one conversation', [message(0, 'Hello'), message(24, 'Still here')], []],
    [
      'two conversations, of which the latest is the current one',
      [message(0, 'My  deposit\nis missing'), message(1, 'Which number?', 'admin'), message(25.5, 'Hello again')],
      [{ from: at(0), until: at(1), messages: 2, excerpt: 'My deposit is missing' }],
    ],
    [
      'conversations in which staff wrote first, newest first',
      [message(0, 'Welcome', 'admin'), message(30, 'News', 'admin'), message(31, 'Thanks'), message(99, 'Hi')],
      [
        { from: at(30), until: at(31), messages: 2, excerpt: 'Thanks' },
        { from: at(0), until: at(0), messages: 1, excerpt: 'Welcome' },
      ],
    ],
  ])('[CHAT-24] a pause of more than a day separates %s', (_what, messages, expected) => {
    expect(conversationsIn(messages)).toEqual(expected)
  })

  it('[CHAT-24] an excerpt has at most 120 characters, and an image has none', () => {
    const [image, long] = conversationsIn([message(0, 'é'.repeat(200)), message(50, ''), message(99, 'now')])
    expect([image?.excerpt, long?.excerpt]).toEqual(['', `${'é'.repeat(119)}…`])
  })
})
