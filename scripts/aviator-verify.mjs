import { enter } from './bootstrap.mjs'

enter('aviator-verify.ts')
