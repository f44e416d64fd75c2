import { expect, it } from 'vitest'
import { createLog } from './log.ts'
import { scrub } from './scrub.ts'

it.each([
  ['+256772345678', '+25677****678'],
  ['256772345678', '25677****678'],
  ['0772345678', '077****678'],
  ['772345678', '77****678'],
  ['Key (phone)=(+256701234567) already exists', 'Key (phone)=(+25670****567) already exists'],
  ['CM12345678ABCD', '[nin]'],
  ['sent to jane.doe+1@mail.example.ug.', 'sent to [email]@mail.example.ug.'],
  ['Key (email)=(a_b@example.com) already exists', 'Key (email)=([email]@example.com) already exists'],
  ['{"email":"n@example.com"}', '{"email":"[email]@example.com"}'],
  ['cookie: mupiira_session=abc.def; other=1', 'cookie: mupiira_session=[redacted]; other=1'],
  ['Authorization: Bearer aaa.bbb', 'Authorization: Bearer [redacted]'],
  ['at node_modules/fastify@5.12.8/lib/route.js', 'at node_modules/fastify@5.12.8/lib/route.js'],
  // Times, ids and amounts remain readable.
  ['"time":"2026-11-21T12:00:00.000Z"', '"time":"2026-11-21T12:00:00.000Z"'],
  ['0190b6f0-0000-7000-8000-772345678000', '0190b6f0-0000-7000-8000-772345678000'],
  ['"amount":25000,"at":1763726400000', '"amount":25000,"at":1763726400000'],
  // A JSON number must stay a number, otherwise the line cannot be parsed.
  ['{"amount":772345678,"at":[256772345678]}', '{"amount":770000678,"at":[256770000678]}'],
])('[OPS-10] the log line %s is masked as %s', (line, expected) => {
  expect(scrub(line)).toBe(expected)
})

it('[OPS-10] a log line is structured and contains no secret in any field or text', () => {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  log.child({ reqId: 'r-1' }).info(
    {
      password: 'hunter22',
      body: { password: 'hunter22', nin: 'CM12345678ABCD', phoneNumber: '0772345678' },
      request: { headers: { cookie: 'mupiira_session=topsecret', authorization: 'Bearer topsecret' } },
      err: new Error('duplicate key (phone)=(+256772345678)'),
    },
    'registered 0772345678 with mupiira_session=topsecret',
  )
  const line = lines.join('')
  expect(JSON.parse(line)).toMatchObject({ level: 30, reqId: 'r-1', password: '[redacted]' })
  for (const secret of ['hunter22', 'CM12345678ABCD', '772345678', 'topsecret']) expect(line).not.toContain(secret)
})
