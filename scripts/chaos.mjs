import { enter } from './bootstrap.mjs'

enter('chaos.ts')
