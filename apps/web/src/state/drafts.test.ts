import { beforeEach, expect, it } from 'vitest'
import { tabStorage } from '../shared/storage.ts'
import { readDraft, removeDraft, removeDrafts, writeDraft } from './drafts.ts'

beforeEach(removeDrafts)

it('[ADMS-20] the draft of a form is read again by the same user, and never by another', () => {
  writeDraft('settings', 'sarah', { edited: '60' })
  expect(readDraft('settings', 'sarah')).toEqual({ edited: '60' })
  expect(readDraft('odds', 'sarah')).toBeNull()
  expect(readDraft('settings', 'ruth')).toBeNull()
  // The draft of another user is gone.
  expect(readDraft('settings', 'sarah')).toBeNull()
})

it('[ADMS-20] a saved draft and the drafts of a user who logs out are removed, and nothing else of the tab', () => {
  tabStorage.write('mupiira.other', '1')
  for (const name of ['settings', 'odds']) writeDraft(name, 'sarah', {})
  removeDraft('settings')
  expect([readDraft('settings', 'sarah'), readDraft('odds', 'sarah')]).toEqual([null, {}])
  removeDrafts()
  expect([readDraft('odds', 'sarah'), tabStorage.read('mupiira.other')]).toEqual([null, '1'])
  tabStorage.remove('mupiira.other')
})

it('[ADMS-20] an unreadable draft is removed', () => {
  tabStorage.write('mupiira.draft.settings', '{')
  expect(readDraft('settings', 'sarah')).toBeNull()
  expect(tabStorage.read('mupiira.draft.settings')).toBeNull()
})
