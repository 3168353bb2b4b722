# Français : dates, âges et durées.

date = { $day } { $month }
date-year = { $date } { $year }
date-time = { $date }, { $time }
age-now = maintenant
age-minutes = { $count } min
age-hours = { $count } h
past-now = à l’instant
past-span = il y a { $span }
past-date = le { $date }
future-now = maintenant
future-span = dans { $span }
future-date = le { $date }
month-1 = janvier
month-2 = février
month-3 = mars
month-4 = avril
month-5 = mai
month-6 = juin
month-7 = juillet
month-8 = août
month-9 = septembre
month-10 = octobre
month-11 = novembre
month-12 = décembre
span-moment = moins d’une seconde
span-second =
    { $n ->
        [one] { $count } seconde
       *[other] { $count } secondes
    }
span-minute =
    { $n ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
span-hour =
    { $n ->
        [one] { $count } heure
       *[other] { $count } heures
    }
span-day =
    { $n ->
        [one] { $count } jour
       *[other] { $count } jours
    }
