import { queryOptions } from '@tanstack/react-query'
import { APPROVAL_KIND_TEXTS } from '@mupiira/domain/access/approval-kinds.ts'
import type { TaskKind } from '@mupiira/domain/access/task-kinds.ts'
import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { textOfCode } from '@mupiira/domain/text-of-code.ts'
import { api } from '../../shared/api/client.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { TASKS_REFRESH_MS, tasksQuery } from '../kit/tasks.ts'

/** A task with a link to the screen where it is done. */
export type FirstTask = { readonly id: string; readonly title: string; readonly detail: string; readonly href: string }

const SHOWN = 3

/** The kinds whose first tasks the dashboard lists, so that one press opens them. */
const READ: { readonly [kind in TaskKind]?: () => Promise<readonly FirstTask[]> } = {
  chats: async () => {
    const { items } = await api('GET /api/admin/chat/conversations', { query: { unread: true, pageSize: SHOWN } })
    return items.map(({ userId, name, username, lastMessage }) => ({
      id: userId,
      title: name || username,
      detail: lastMessage.content || 'Image',
      href: `/admin/chat/${userId}`,
    }))
  },
  debts: async () => {
    const { items } = await api('GET /api/admin/users', { query: { debt: true, sort: 'balance' } })
    return items.slice(0, SHOWN).map((user) => ({
      id: user.id,
      title: nameOf(user),
      detail: moneyText(-user.balance),
      href: `/admin/users/${user.id}`,
    }))
  },
  approvals: async () => {
    const { items } = await api('GET /api/admin/approvals', { query: { decide: true } })
    return items.slice(0, SHOWN).map(({ id, kind, subjectName, askedBy }) => ({
      id,
      title: textOfCode(APPROVAL_KIND_TEXTS, kind),
      detail: `${subjectName} · ${askedBy}`,
      href: `/admin/approvals?do=${id}`,
    }))
  },
}

/** The first tasks of a kind; none for a kind without such a list. Its key makes `useRefetchTasks` read it again. */
export const firstTasksQuery = (kind: TaskKind) =>
  queryOptions<readonly FirstTask[]>({
    queryKey: [...(tasksQuery.queryKey as readonly unknown[]), kind],
    queryFn: async () => (await READ[kind]?.()) ?? [],
    enabled: READ[kind] !== undefined,
    staleTime: 0,
    refetchInterval: TASKS_REFRESH_MS,
  })
