import CityModel
import CityReports
bench()
