import { enter } from './bootstrap.mjs'

enter('bench.ts')
