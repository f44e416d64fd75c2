import { describe, expect, it } from 'vitest'
import { fillPlaceholders, openPlaceholders, unknownPlaceholders } from './placeholders.ts'

describe('[CHAT-27] placeholders of quick replies', () => {
  it.each([
    ['Hello {name}, your balance is {balance}.', []],
    ['Hello {nmae} and {nmae}, {Name} {}', ['nmae', 'Name', '']],
    ['{constructor} {toString}', ['constructor', 'toString']],
    ['No placeholder } here {', []],
    ['Set {a {name}}', []],
  ])('the text %j has the unknown placeholders %j', (text, unknown) => {
    expect(unknownPlaceholders(text)).toEqual(unknown)
  })

  it('a reply shows the facts that are known, and keeps the other placeholders', () => {
    const text = 'Hello {name}, {reference} of {amount} arrived. {name}!'
    expect(fillPlaceholders(text, { name: '{balance} $& <b>', reference: 'D7KQ2MXP' })).toBe(
      'Hello {balance} $& <b>, D7KQ2MXP of {amount} arrived. {balance} $& <b>!',
    )
    expect(fillPlaceholders('{constructor}', {})).toBe('{constructor}')
  })

  it('a text names the placeholders that it still contains, each once', () => {
    expect(openPlaceholders('{name} {amount} {name} {other}')).toEqual(['name', 'amount'])
  })
})
