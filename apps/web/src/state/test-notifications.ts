import type { Notification } from '@mupiira/contract/notifications.ts'

let made = 0
export const notificationOf = (fields: Partial<Notification> = {}): Notification => ({
  id: `0198b8a0-0000-7000-8000-${String(++made).padStart(12, '0')}`,
  userId: '0198b8a0-0000-7000-8000-00000000a11a',
  message: 'Your bet AAAA1111 has lost.',
  type: 'bet',
  priority: 'medium',
  read: false,
  createdAt: '2026-03-01T10:00:00.000Z',
  actionUrl: null,
  link: null,
  data: {},
  ...fields,
})
