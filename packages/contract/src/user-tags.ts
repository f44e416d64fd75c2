import { Type } from 'typebox'
import { MAX_TAG_LENGTH } from '@mupiira/domain/identity/player-tags.ts'
import { endpoint } from './endpoint.ts'
import { strict } from './schemas.ts'

export const listTags = endpoint({
  method: 'GET',
  path: '/api/admin/user-tags',
  summary: 'The usual tags of players, and the other tags in use',
  access: 'admin',
  capability: 'admin:users:read',
  responses: { 200: Type.Object({ items: Type.Array(Type.String()) }) },
  errors: [],
})

export const tagUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/tags',
  summary: 'Add a tag to a player, or remove it',
  access: 'admin',
  capability: 'admin:users:note',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  body: Type.Object(
    { tag: Type.String({ minLength: 1, maxLength: 2 * MAX_TAG_LENGTH }), isSet: Type.Boolean() },
    strict,
  ),
  responses: { 200: Type.Object({ tags: Type.Array(Type.String()) }) },
  errors: ['USER_NOT_FOUND', 'TAG_INVALID', 'TOO_MANY_TAGS'],
})
