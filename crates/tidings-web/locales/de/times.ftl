# Deutsch: Daten, Alter und Dauer.

date = { $day }. { $month }
date-year = { $date } { $year }
date-time = { $date }, { $time }
age-now = jetzt
age-minutes = { $count } Min.
age-hours = { $count } Std.
past-now = gerade eben
past-span = vor { $span }
past-date = am { $date }
future-now = jetzt
future-span = in { $span }
future-date = am { $date }
month-1 = Januar
month-2 = Februar
month-3 = März
month-4 = April
month-5 = Mai
month-6 = Juni
month-7 = Juli
month-8 = August
month-9 = September
month-10 = Oktober
month-11 = November
month-12 = Dezember
span-moment = weniger als eine Sekunde
span-second =
    { $n ->
        [one] { $count } Sekunde
       *[other] { $count } Sekunden
    }
span-minute =
    { $n ->
        [one] { $count } Minute
       *[other] { $count } Minuten
    }
span-hour =
    { $n ->
        [one] { $count } Stunde
       *[other] { $count } Stunden
    }
span-day =
    { $n ->
        [one] { $count } Tag
       *[other] { $count } Tage
    }
