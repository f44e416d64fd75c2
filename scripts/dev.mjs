import { enter } from './bootstrap.mjs'

enter('dev.ts')
