import { enter } from './bootstrap.mjs'

enter('reconcile.ts')
