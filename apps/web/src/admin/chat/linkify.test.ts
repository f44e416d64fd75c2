import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkify } from './linkify.ts'

const bets = (code: string) => `/admin/bets?q=${code}`
const payments = (code: string) => `/admin/transactions?q=${code}`
const PROVIDER = 'DEP-0199a1b2c3d4e5f60718293a4b5c6d7e'

describe('[CHAT-25] links in messages for staff', () => {
  it.each([
    ['a ticket code', 'My ticket K7MQ2XPA lost', 'K7MQ2XPA', { href: bets('K7MQ2XPA') }],
    ['a code at the end of a sentence', 'Why was K7MQ2XPA void?', 'K7MQ2XPA', { href: bets('K7MQ2XPA') }],
    ['a code in small letters', 'k7mq2xpa please', 'k7mq2xpa', { href: bets('K7MQ2XPA') }],
    ['a code in two parts', 'K7MQ 2XPA', 'K7MQ 2XPA', { href: bets('K7MQ2XPA') }],
    ['a code without digits in capitals', 'code KMQZXPAH.', 'KMQZXPAH', { href: bets('KMQZXPAH') }],
    [
      'a short reference of a payment, which can also be a ticket',
      'Reference: D7KQ2MXP, UGX 25,000',
      'D7KQ2MXP',
      { href: payments('D7KQ2MXP'), ticketHref: bets('D7KQ2MXP') },
    ],
    [
      'a short reference with a dash',
      'w7kq-2mxp',
      'w7kq-2mxp',
      { href: payments('W7KQ2MXP'), ticketHref: bets('W7KQ2MXP') },
    ],
    ['a reference at the provider', `(${PROVIDER})`, PROVIDER, { href: payments(PROVIDER) }],
  ])('%s becomes a link', (_what, message, text, link) => {
    expect(linkify(message).filter(({ href }) => href !== undefined)).toEqual([{ text, ...link }])
  })

  it.each([
    ['words', 'transfer is late, PLEASE HELP me again Sharleen'],
    ['two words of four letters', 'PLEA SETH and Grae Hugh'],
    ['a number', 'call 0772 345 678 or 23456789'],
    ['an amount', 'UGX 25,000 and 250000000'],
    ['a part of a longer word', 'K7MQ2XPAB and AK7MQ2XPA'],
    ['a code in an address', 'https://evil.example/K7MQ2XPA and K7MQ2XPA@mail.ug and K7MQ2XPA.example'],
    ['HTML', '<a href="javascript:alert(1)">click</a><img src=x onerror=alert(1)>'],
    ['a script address', 'javascript:alert(document.cookie)'],
    ['a reference that is too short', 'DEP-0199a1b2'],
    ['nothing', ''],
  ])('%s stay text', (_what, message) => {
    expect(linkify(message).filter(({ href }) => href !== undefined)).toEqual([])
    expect(
      linkify(message)
        .map(({ text }) => text)
        .join(''),
    ).toBe(message)
  })

  it('hostile text around a code stays text', () => {
    expect(linkify('<b onclick="x">K7MQ2XPA</b>')).toEqual([
      { text: '<b onclick="x">' },
      { text: 'K7MQ2XPA', href: bets('K7MQ2XPA') },
      { text: '</b>' },
    ])
  })

  it('any message keeps its text, and every link leads to a list of the console', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('K7MQ2XPA', 'D7KQ2MXP', PROVIDER, '/', '<', '"', '&', ' ', '\u202e'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const message = pieces.join('')
        const parts = linkify(message)
        expect(parts.map(({ text }) => text).join('')).toBe(message)
        for (const { href, ticketHref } of parts)
          for (const address of [href, ticketHref])
            if (address !== undefined) expect(address).toMatch(/^\/admin\/(bets|transactions)\?q=[A-Za-z\d-]{8,36}$/)
      }),
    )
  })
})
