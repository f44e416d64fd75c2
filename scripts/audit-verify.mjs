import { enter } from './bootstrap.mjs'

enter('audit-verify.ts')
