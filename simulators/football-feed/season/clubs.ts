import type { Hours } from './match.ts'

/** A league of the generated season. Its clubs are ordered roughly by strength. */
export interface LeagueEntry {
  readonly id: string
  readonly name: string
  readonly countryId: string
  readonly country: string
  /** Goals per match on average. */
  readonly goals: number
  /** Leagues without usual hours play all day, so that matches are live at any time. */
  readonly hours?: Hours
  readonly clubs: readonly string[]
}

const splitNames = (text: string): string[] => text.split(',').map((name) => name.trim())

export const LEAGUES: readonly LeagueEntry[] = [
  {
    id: '571',
    name: 'Uganda Premier League',
    countryId: '117',
    country: 'Uganda',
    goals: 2.15,
    hours: 'afternoon',
    clubs:
      splitNames(`Vipers, KCCA, SC Villa, BUL, NEC, Kitara, URA, Express, Maroons, UPDF, Police, Wakiso Giants, Mbarara City, Lugazi,
      Bright Stars, Mbale Heroes`),
  },
  {
    id: '572',
    name: 'Kenyan Premier League',
    countryId: '72',
    country: 'Kenya',
    goals: 2.1,
    hours: 'afternoon',
    clubs:
      splitNames(`Gor Mahia, Kenya Police, Tusker, AFC Leopards, Kakamega Homeboyz, KCB, Bandari, Shabana, Kariobangi Sharks, Mathare United,
      Posta Rangers, Ulinzi Stars, Sofapaka, Murang'a Seal, Bidco United, FC Talanta, Nairobi City Stars, Mara Sugar`),
  },
  {
    id: '573',
    name: 'Ligi Kuu Bara',
    countryId: '112',
    country: 'Tanzania',
    goals: 2.3,
    hours: 'afternoon',
    clubs:
      splitNames(`Young Africans, Simba, Azam, Singida Black Stars, Tabora United, Coastal Union, Mashujaa, JKT Tanzania, Namungo, Dodoma Jiji,
      Ken Gold, Pamba Jiji, Kinondoni MC, Tanzania Prisons, Kagera Sugar, Fountain Gate`),
  },
  {
    id: '574',
    name: 'Rwanda Premier League',
    countryId: '98',
    country: 'Rwanda',
    goals: 2.2,
    hours: 'afternoon',
    clubs:
      splitNames(`APR, Rayon Sports, Police Rwanda, AS Kigali, Gorilla, Musanze, Mukura Victory Sports, Kiyovu Sports, Bugesera, Gasogi United,
      Amagaju, Rutsiro, Muhazi United, Marines, Etincelles, Vision`),
  },
  {
    id: '575',
    name: 'Ghana Premier League',
    countryId: '53',
    country: 'Ghana',
    goals: 2.15,
    hours: 'afternoon',
    clubs:
      splitNames(`Hearts of Oak, Asante Kotoko, Bibiani Gold Stars, Heart of Lions, Medeama, Samartex, Nsoatreman, Aduana, Dreams, Bechem United,
      Accra Lions, Berekum Chelsea, Karela United, Young Apostles, Vision Accra, Basake Holy Stars, Nations, Legon Cities`),
  },
  {
    id: '152',
    name: 'Premier League',
    countryId: '44',
    country: 'England',
    goals: 2.85,
    hours: 'evening',
    clubs:
      splitNames(`Manchester City, Arsenal, Liverpool, Chelsea, Newcastle, Aston Villa, Tottenham, Manchester United, Brighton, Nottingham Forest,
      Bournemouth, Brentford, Fulham, Crystal Palace, Everton, West Ham, Wolves, Leeds, Burnley, Sunderland`),
  },
  {
    id: '302',
    name: 'LaLiga',
    countryId: '6',
    country: 'Spain',
    goals: 2.55,
    hours: 'evening',
    clubs:
      splitNames(`Real Madrid, Barcelona, Atletico Madrid, Athletic Bilbao, Villarreal, Betis, Real Sociedad, Girona, Sevilla, Valencia,
      Celta Vigo, Osasuna, Rayo Vallecano, Mallorca, Getafe, Espanyol, Alaves, Levante, Elche, Oviedo`),
  },
  {
    id: '207',
    name: 'Serie A',
    countryId: '5',
    country: 'Italy',
    goals: 2.6,
    hours: 'evening',
    clubs: splitNames(`Inter, Napoli, Juventus, AC Milan, Atalanta, AS Roma, Lazio, Bologna, Fiorentina, Como,
      Torino, Udinese, Genoa, Sassuolo, Cagliari, Parma, Verona, Lecce, Cremonese, Pisa`),
  },
  {
    id: '175',
    name: 'Bundesliga',
    countryId: '4',
    country: 'Germany',
    goals: 3.1,
    hours: 'evening',
    clubs:
      splitNames(`Bayern Munich, Bayer Leverkusen, RB Leipzig, Dortmund, Eintracht Frankfurt, Stuttgart, Freiburg, Hoffenheim, B. Monchengladbach,
      Werder Bremen, Mainz, Wolfsburg, Union Berlin, Augsburg, FC Koln, Hamburger SV, Heidenheim, St. Pauli`),
  },
  {
    id: '168',
    name: 'Ligue 1',
    countryId: '3',
    country: 'France',
    goals: 2.7,
    hours: 'evening',
    clubs: splitNames(`PSG, Marseille, Monaco, Lille, Nice, Lyon, Lens, Strasbourg, Rennes, Toulouse,
      Brest, Nantes, Auxerre, Angers, Le Havre, Lorient, Metz, Paris FC`),
  },
]
