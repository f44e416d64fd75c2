import { describe, expect, it } from 'vitest'
import { kindsOf } from '@mupiira/domain/money/statement-lines.ts'
import { entryText } from './entry-texts.ts'

describe('the texts of ledger entries', () => {
  it('the texts of ledger entries cover every kind of the statement', () => {
    const kinds = kindsOf('other')
    if (!('allBut' in kinds)) throw new Error('the statement names no kinds')
    expect(kinds.allBut.filter((kind) => entryText(kind) === kind)).toEqual([])
  })

  it('the texts of ledger entries show an unknown kind unchanged', () => expect(entryText('loyalty')).toBe('loyalty'))
})
