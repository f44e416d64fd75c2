import type { ArticleSection } from './article.tsx'

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}+]+/u)
    .filter((word) => word !== '')

/**
 * Finds sections that contain every word of the query, at least as the beginning of a word. An empty query finds all
 * sections. Sections whose question contains more of the words come first, so that "deposit" finds the answer about
 * deposits before answers that mention them.
 */
export function searchSections(sections: readonly ArticleSection[], query: string): readonly ArticleSection[] {
  const queryWords = wordsOf(query)
  return sections
    .flatMap((section) => {
      const title = wordsOf(section.title)
      const words = [...title, ...wordsOf(section.passages.flat().join(' '))]
      return queryWords.every(begins(words)) ? [{ section, inTitle: queryWords.filter(begins(title)).length }] : []
    })
    .sort((a, b) => b.inTitle - a.inTitle)
    .map(({ section }) => section)
}

const begins =
  (words: readonly string[]) =>
  (part: string): boolean =>
    words.some((word) => word.startsWith(part))
