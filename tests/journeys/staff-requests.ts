let invited = 0
let saved = 0
const newPhone = (): string => `7742${String(++invited).padStart(4, '0')}0`

/** No member of staff has this id, so no request of the access tests changes one. */
const params = { id: '01900000-0000-7000-8000-000000000000' }
const leaving = () => ({ params, body: { reason: 'as agreed' } })

/** Valid requests of the operations that manage staff and their work, their saved filters and alerts. */
export const STAFF_REQUESTS = {
  'GET /api/admin/staff': () => ({}),
  'POST /api/admin/staff': () => ({
    body: {
      phoneNumber: newPhone(),
      name: 'Ruth Namara',
      permissions: { role: 'care' as const },
      reason: 'a new member',
    },
  }),
  'POST /api/admin/staff/{id}/permissions': () => ({
    params,
    body: { permissions: { role: 'trader' as const }, seen: null, reason: 'another department' },
  }),
  'POST /api/admin/staff/{id}/second-factor/reset': leaving,
  'POST /api/admin/staff/{id}/leave': leaving,
  'GET /api/admin/months': () => ({}),
  'GET /api/admin/months/{month}': () => ({ params: { month: '2026-01' } }),
  'GET /api/admin/months/export': () => ({ query: { month: '2026-01', format: 'xlsx' as const } }),
  // The month is not over.
  'POST /api/admin/months/{month}/close': () => ({
    params: { month: '2900-01' },
    body: { reason: 'all agrees', netGamingRevenue: 0 },
  }),
  'GET /api/admin/alerts': () => ({ query: { state: 'open' as const, kind: 'large_win' as const } }),
  'GET /api/admin/alerts/export': () => ({ query: { state: 'open' as const } }),
  'POST /api/admin/alerts/{id}/acknowledge': () => ({ params, body: { note: 'looked at' } }),
  'GET /api/admin/tasks': () => ({}),
  'GET /api/admin/jobs': () => ({}),
  'GET /api/admin/saved-filters': () => ({}),
  'POST /api/admin/saved-filters': () => ({
    body: { list: 'bets' as const, name: `Filter ${String(++saved)}`, query: 'status=won' },
  }),
  'PUT /api/admin/saved-filters/{id}': () => ({ params, body: { name: 'Won' } }),
  'DELETE /api/admin/saved-filters/{id}': () => ({ params }),
} as const
