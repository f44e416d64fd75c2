import { describe, expect, it } from 'vitest'
import { chatImageName, imageAddress, isImageName, messageContent } from './message.ts'

describe('messages to customer care', () => {
  it.each([
    ['[CHAT-05]', '', false, null],
    ['[CHAT-05]', ' \n\t ', false, null],
    ['[CHAT-04]', '', true, ''],
    ['[CHAT-04]', '  My deposit is missing ', false, 'My deposit is missing'],
    ['[CHAT-04]', ' see here ', true, 'see here'],
  ])('%s the chat message %j (with an image: %s) is cleaned to %j', (_id, typed, hasImage, content) => {
    expect(messageContent(typed, hasImage)).toBe(content)
  })

  it('[CHAT-20] the name of a chat image consists of timestamp, random suffix and extension', () => {
    const name = chatImageName(new Date('2026-11-21T12:00:00Z'), 'ab'.repeat(16), 'webp')
    expect(name).toBe(`1795262400000-${'ab'.repeat(16)}.webp`)
    expect(isImageName(name)).toBe(true)
    expect(imageAddress(name)).toBe(`/api/chat/images/${name}`)
  })

  it.each(['', '..', '../../etc/passwd', '1795262400000-zz.webp', `1795262400000-${'ab'.repeat(16)}.svg`, 'a/b.webp'])(
    '[CHAT-19] %j is not a valid image name',
    (name) => {
      expect(isImageName(name)).toBe(false)
    },
  )
})
