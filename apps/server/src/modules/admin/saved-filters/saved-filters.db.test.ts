import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteFilter, listSavedFilters, renameFilter, saveFilter } from '@mupiira/contract/saved-filters.ts'
import { MAX_SAVED_FILTERS } from '@mupiira/domain/access/console-lists.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'

let app: AdminFixture

beforeAll(async () => {
  app = await adminFixture()
})
afterAll(() => app?.close())

const save = (name: string, query = 'status=won', by = app.staff) =>
  by.call(saveFilter, { body: { list: 'bets', name, query } })
const namesOf = async (by = app.staff) =>
  (await by.call(listSavedFilters)).body.items.map(({ name, query }) => [name, query])

it('a saved filter keeps the filters and the order of its list, and only its owner sees, renames and deletes it', async () => {
  const other = await app.admin()
  const { body: saved } = await save(' Won, largest first ', '?sort=-stake&status=won&page=7&view=1')
  expect(saved).toMatchObject({ list: 'bets', name: 'Won, largest first', query: 'sort=-stake&status=won' })
  expect(await namesOf(other)).toEqual([])
  const params = { id: saved.id }
  const refused = { status: 404, body: { code: 'SAVED_FILTER_NOT_FOUND' } }
  expect(await other.call(renameFilter, { params, body: { name: 'Mine' } })).toMatchObject(refused)
  expect(await other.call(deleteFilter, { params })).toMatchObject(refused)
  expect((await app.staff.call(renameFilter, { params, body: { name: 'Won' } })).body.name).toBe('Won')
  expect(await namesOf()).toEqual([['Won', 'sort=-stake&status=won']])
  expect((await app.staff.call(deleteFilter, { params })).status).toBe(200)
  expect(await app.staff.call(deleteFilter, { params })).toMatchObject(refused)
  expect(await namesOf()).toEqual([])
})

it.each([
  ['a path', { query: '//evil.example' }, 'FILTER_NOT_SAVABLE'],
  ['a control character', { query: 'q=%00' }, 'FILTER_NOT_SAVABLE'],
  ['an unknown list', { list: 'https://evil.example' }, 'INVALID_FIELDS'],
  ['an empty name', { name: '   ' }, 'INVALID_FIELDS'],
])('a filter with %s is refused and nothing is saved', async (_, wrong, code) => {
  const reply = await app.post('/api/admin/saved-filters', { list: 'bets', name: 'Wrong', query: 'q=1', ...wrong })
  expect(reply.body.code).toBe(code)
  expect(await namesOf()).toEqual([])
})

it('names are unique within a list, and a list has at most 20 filters, also of simultaneous requests', async () => {
  const staff = await app.admin()
  const replies = await Promise.all(
    Array.from({ length: MAX_SAVED_FILTERS + 5 }, (_, at) => save(`Filter ${at}`, '', staff)),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(MAX_SAVED_FILTERS)
  expect(await namesOf(staff)).toHaveLength(MAX_SAVED_FILTERS)
  expect((await save('One more', '', staff)).body.code).toBe('SAVED_FILTERS_FULL')
  const [first] = (await staff.call(listSavedFilters)).body.items
  expect((await save(first?.name ?? '', '', staff)).body.code).toBe('FILTER_NAME_TAKEN')
  const [, second] = (await staff.call(listSavedFilters)).body.items
  const rename = await staff.call(renameFilter, { params: { id: second?.id ?? '' }, body: { name: first?.name ?? '' } })
  expect(rename.body.code).toBe('FILTER_NAME_TAKEN')
})
