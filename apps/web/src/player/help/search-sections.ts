import type { ArticleSection } from './article.tsx'

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}+]+/u)
    .filter((word) => word !== '')

/** The sections in which every word of the query begins a word; all of them for an empty query. */
export function searchSections(sections: readonly ArticleSection[], query: string): readonly ArticleSection[] {
  const wanted = wordsOf(query)
  return sections.filter(({ title, passages }) => {
    const words = wordsOf([title, ...passages.flat()].join(' '))
    return wanted.every((part) => words.some((word) => word.startsWith(part)))
  })
}
