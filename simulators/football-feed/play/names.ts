type NameLists = readonly [given: readonly string[], family: readonly string[]]

const lists = (given: string, family: string): NameLists => [given.split(' '), family.split(' ')]

/** Names of invented players by country. Each list of family names is longer than a squad. */
export const NAMES: Readonly<Record<string, NameLists>> = {
  Uganda: lists(
    'Allan Brian Charles Denis Emmanuel Farouk Geoffrey Henry Isaac Joseph Kenneth Lawrence Moses Nicholas Patrick Ronald Samuel Timothy Umar Yunus',
    'Okello Mugisha Kato Wasswa Ssenyonga Kizza Mukasa Lubega Odongo Opio Otim Mutyaba Kaddu Nsubuga Sserunkuma Walusimbi Byaruhanga Tumwesigye Magambo Ochan Katongole Mawejje',
  ),
  Kenya: lists(
    'Alex Benson Clifton Daniel Eric Felix George Hassan Ian John Kevin Leonard Michael Noah Oscar Peter Rooney Stephen Tony Victor',
    'Otieno Odhiambo Wanyama Kamau Mwangi Omondi Ouma Onyango Kiprono Cheruiyot Njoroge Kariuki Mutiso Barasa Shikanda Juma Macharia Owino Kimani Wekesa Simiyu Abuya',
  ),
  Tanzania: lists(
    'Abdul Bakari Clatous Dickson Edward Fadhili Hamisi Ibrahim Jonas Kelvin Lameck Mudathir Nickson Omar Paul Rashid Salum Shomari Thabit Zuberi',
    'Mwakasege Kapombe Mkude Msuva Mshindo Nyoni Bocco Kaseja Mwamnyeto Mzamiru Kibabage Lusajo Mapunda Ngassa Mfanyaje Chilunda Kibwana Sure Mwaikenda Banda Mgunda Tegete',
  ),
  Rwanda: lists(
    'Ange Bosco Clement Djihad Eric Fabrice Gilbert Herve Innocent Jean Kevin Lague Muhadjiri Olivier Patrick Roger Savio Thierry Yannick Yves',
    'Niyonzima Mugisha Habimana Nshuti Bizimana Manzi Imanishimwe Rutanga Nshimiyimana Mukunzi Hakizimana Byiringiro Ntwari Ishimwe Ruboneka Kwizera Iradukunda Omborenga Serumogo Nkundimana Uwimana Gitego',
  ),
  Ghana: lists(
    'Abdul Bernard Caleb Daniel Ebenezer Felix Gideon Henry Isaac Jonathan Kwame Kofi Lawrence Mohammed Nana Patrick Richmond Samuel Thomas Yaw',
    'Mensah Owusu Boateng Asante Appiah Osei Amoah Quaye Addo Ofori Ansah Agyemang Annan Frimpong Antwi Bonsu Darko Essien Gyan Larbi Tetteh Yeboah',
  ),
  England: lists(
    'Adam Ben Callum Dominic Ethan Freddie George Harry Isaac Jack Kieran Lewis Mason Nathan Oliver Philip Reece Sam Tom Will',
    'Ashworth Barker Cooper Dawson Ellis Fletcher Gibson Harper Hughes Jennings Knight Lawson Marsh Norton Palmer Quinn Redfern Shaw Turner Walsh Wright Yates',
  ),
  Spain: lists(
    'Alvaro Bruno Carlos David Eduardo Fernando Gonzalo Hugo Iker Javier Kike Luis Marcos Nacho Oscar Pablo Raul Sergio Unai Victor',
    'Alonso Benitez Castro Dominguez Esteban Fuentes Gallego Herrera Iglesias Jimenez Lozano Medina Navarro Ortega Prieto Quintana Romero Serrano Torres Urrutia Vidal Zamora',
  ),
  Italy: lists(
    'Alessandro Bruno Cristian Davide Enrico Federico Giacomo Ivan Lorenzo Marco Nicolo Omar Paolo Riccardo Simone Tommaso Umberto Valerio Vittorio Walter',
    'Amato Barbieri Conti Deluca Esposito Ferrari Greco Leone Marini Neri Orlando Pellegrini Ricci Santoro Testa Urso Villa Zanetti Bianchi Caruso Fontana Moretti',
  ),
  Germany: lists(
    'Andreas Bastian Christian Daniel Emre Florian Gerrit Hannes Jonas Kai Lukas Max Niklas Oliver Patrick Robin Sebastian Timo Uwe Vincent',
    'Albrecht Bauer Claussen Dietrich Engel Fischer Graf Hartmann Jung Keller Lorenz Meier Neumann Otto Peters Richter Schulze Thiel Ulrich Vogel Wagner Ziegler',
  ),
  France: lists(
    'Antoine Baptiste Clement Damien Enzo Florian Gael Hugo Ismael Jules Kevin Lucas Mathis Nicolas Olivier Paul Remi Simon Thomas Yann',
    'Aubert Blanchard Carpentier Dubois Etienne Fournier Garnier Humbert Imbert Joubert Lambert Mercier Noel Perrin Renard Simon Thibault Vasseur Weber Marchand Rolland Leroux',
  ),
}

export const NAMES_OF_OTHER_COUNTRIES: NameLists = lists(
  'Adam Boris Carl David Erik Franz Georg Hans Ivan Jan Karel Leo Milan Nils Otto Peter Rasmus Sven Tomas Viktor',
  'Andersen Berg Dahl Eriksen Falk Gruber Holm Iversen Jansen Kovac Lund Moser Novak Olsen Petrov Rask Steiner Toth Urban Vlk Wolf Zeman',
)
