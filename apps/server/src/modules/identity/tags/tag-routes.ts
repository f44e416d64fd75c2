import { listTags, tagUser } from '@mupiira/contract/user-tags.ts'
import { MAX_TAGS, readTag, USUAL_TAGS } from '@mupiira/domain/identity/player-tags.ts'
import { err, ok } from '@mupiira/domain/result.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import { lockProfile } from '../accounts/profiles.repository.ts'
import type { UserDeps } from '../admin/user-routes.ts'
import { addTag, removeTag, tagsInUse, tagsOf } from './tags.repository.ts'

/** Tags group players. The list of players filters by them. */
export const tagRoutes = ({ audit, clock, db }: Pick<UserDeps, 'audit' | 'clock' | 'db'>): readonly Route[] => [
  route(listTags, async () => {
    const items: string[] = [...new Set([...USUAL_TAGS, ...(await tagsInUse(db))])]
    return { status: 200, body: { items } }
  }),

  route(tagUser, async (call) => {
    const { id } = call.params
    const tag = readTag(call.body.tag)
    if (!isId(id)) return { error: 'USER_NOT_FOUND' }
    if (tag === null) return { error: 'TAG_INVALID' }
    const done = await db.transaction(async (tx) => {
      if ((await lockProfile(tx, id)) === null) return err('USER_NOT_FOUND')
      const before = (await tagsOf(tx, [id])).get(id) ?? []
      const has = before.includes(tag)
      if (has === call.body.isSet) return ok(before)
      if (!has && before.length >= MAX_TAGS) return err('TOO_MANY_TAGS')
      const now = clock.now()
      if (has) await removeTag(tx, { userId: id, tag })
      else await addTag(tx, { userId: id, tag, by: call.actor.userId, now })
      const after = has ? before.filter((each) => each !== tag) : [...before, tag].toSorted()
      const entry = { action: has ? 'user.untag' : 'user.tag', subject: `user:${id}`, reason: tag } as const
      await audit.record(tx, { ...staffOf(call), ...entry, before: { tags: before }, after: { tags: after } }, now)
      return ok(after)
    })
    if (!done.ok) return { error: done.error }
    const tags: string[] = [...done.value]
    return { status: 200, body: { tags } }
  }),
]
