import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_TAGS, USUAL_TAGS } from '@mupiira/domain/identity/player-tags.ts'
import { newId } from '../../../kernel/ids.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'

let app: AdminFixture

beforeAll(async () => {
  app = await adminFixture()
})
afterAll(() => app?.close())

const tag = (id: string, text: string, isSet = true, by = app.staff) =>
  by.post<{ tags: string[]; code?: string }>(`/api/admin/users/${id}/tags`, { tag: text, isSet })
const usersOf = async (query: string) => {
  const { body } = await app.staff.get<{ items: { id: string }[]; total: number }>(`/api/admin/users?${query}`)
  return { ids: body.items.map(({ id }) => id), total: body.total }
}

describe('tags of players', () => {
  it('[OPS-04] staff add and remove tags, and the audit log has both', async () => {
    const { id } = await app.player()
    expect((await tag(id, ' Bonus  Hunter ')).body.tags).toEqual(['bonus hunter'])
    expect((await tag(id, 'bonus hunter')).body.tags).toEqual(['bonus hunter'])
    expect((await tag(id, 'vip')).body.tags).toEqual(['bonus hunter', 'vip'])
    expect((await app.staff.get<{ tags: string[] }>(`/api/admin/users/${id}`)).body.tags).toEqual([
      'bonus hunter',
      'vip',
    ])
    expect((await tag(id, 'vip', false)).body.tags).toEqual(['bonus hunter'])
    expect((await tag(id, 'vip', false)).body.tags).toEqual(['bonus hunter'])
    const actions = (await app.staffActions(`user:${id}`)).filter(({ action }) => action !== 'user.read')
    expect(actions.map(({ action, reason }) => `${action} ${reason}`)).toEqual([
      'user.tag bonus hunter',
      'user.tag vip',
      'user.untag vip',
    ])
  })

  it('the list of players filters by tag, together with the search and the status, and counts the matches', async () => {
    const [first, second, third] = [await app.player({ firstName: 'Zaina' }), await app.player(), await app.player()]
    for (const { id } of [first, second]) await tag(id, 'desk 7')
    expect(await usersOf('tag=desk%207')).toEqual({ ids: [second.id, first.id], total: 2 })
    expect(await usersOf('tag=desk%207&q=Zaina')).toEqual({ ids: [first.id], total: 1 })
    expect(await usersOf('tag=desk%207&status=banned')).toEqual({ ids: [], total: 0 })
    expect((await usersOf('tag=nothing')).ids).not.toContain(third.id)
    expect((await app.staff.get('/api/admin/users/counts?tag=desk%207')).body).toMatchObject({ total: 2, active: 2 })
    const { text } = await app.staff.get('/api/admin/users/export?tag=desk%207')
    expect(text.trimEnd().split('\r\n')).toHaveLength(3)
  })

  it('the filter offers the usual tags and those in use', async () => {
    const { id } = await app.player()
    await tag(id, 'zebra')
    const { items } = (await app.staff.get<{ items: string[] }>('/api/admin/user-tags')).body
    expect(items.slice(0, USUAL_TAGS.length)).toEqual(USUAL_TAGS)
    expect(items).toContain('zebra')
  })

  it(`a player has at most ${MAX_TAGS} tags`, async () => {
    const { id } = await app.player()
    for (let at = 0; at < MAX_TAGS; at += 1) expect((await tag(id, `tag ${at}`)).status).toBe(200)
    expect((await tag(id, 'one more')).body.code).toBe('TOO_MANY_TAGS')
  })

  it('bad tags, unknown accounts and roles without the capability are refused', async () => {
    const { id } = await app.player()
    expect((await tag(id, 'v.i.p.')).body.code).toBe('TAG_INVALID')
    expect((await tag(newId(), 'vip')).body.code).toBe('USER_NOT_FOUND')
    const trader = await app.admin({ firstName: 'Ruth', permissions: { role: 'trader' } })
    expect((await tag(id, 'vip', true, trader)).body.code).toBe('NOT_ALLOWED')
  })
})
