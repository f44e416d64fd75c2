import { enter } from './bootstrap.mjs'

enter('ledger-check.ts')
