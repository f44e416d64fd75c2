import { runEntry } from './running/run-entry.ts'

/** `npm run audit:verify`: verifies that the audit log is unchanged. */
await runEntry('apps/server/src/audit-verify.ts')
