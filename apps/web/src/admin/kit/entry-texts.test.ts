import { describe, expect, it } from 'vitest'
import { kindsOf } from '@mupiira/domain/money/statement-lines.ts'
import { entryText } from './entry-texts.ts'

describe('the words of the ledger', () => {
  it('has some for every kind that a statement knows', () => {
    const kinds = kindsOf('other')
    if (!('allBut' in kinds)) throw new Error('the statement names no kinds')
    expect(kinds.allBut.filter((kind) => entryText(kind) === kind)).toEqual([])
  })

  it('says a kind that it does not know as it is', () => expect(entryText('loyalty')).toBe('loyalty'))
})
